"""What happens when somebody does something with whole campaigns, with files, copies and links.

    state       what is shown of them, and what is asked
    errands     what the browser's store and files are to do
    update      what a message comes to: told on by subject

    shelf       the list: open, begin, name, double, delete, save
    backups     copies on this device, and how safe everything is
    imports     files on their way in: checked, shown for what they would change, then done
    arrivals    a character that travels in a link
    kept_file   what lies outside: a reminder to save, a file that is kept up to date

Nothing here is needed by a first roll, and nothing is imported for it.
"""
