"""Handling of messages about whole campaigns, files, copies and links.

    state          the state of the list, and open questions
    changes        changes that the other modules share
    effects        effects for the browser's store and files
    update         dispatch by subject
    campaign_list  the list: open, begin, name, duplicate, delete, save
    backups        copies on this device, and the safety of the data
    imports        files: checked, previewed, imported
    arrivals       a character in a link
    auto_save      a reminder to save, and a file that is kept up to date

Loaded after the first roll, which needs none of it.
"""
