"""The browser's own facilities: DOM, workers, imports, device, dates, downloads."""
