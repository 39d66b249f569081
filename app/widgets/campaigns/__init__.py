"""Campaigns, files, backups, data safety."""
