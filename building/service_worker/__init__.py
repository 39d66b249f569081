"""Write the service worker."""
