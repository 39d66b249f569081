"""Campaigns, files, backups, links."""
