"""Files and stored rows.

shapes      shapes of stored and imported JSON: checks and JSON Schema in one
schema      the JSON Schema of files, made from the shapes
rows        the layout in a database; repair of damaged rows
formats     file formats, and writing files
files       a character, a campaign or everything as a file; the check of a file as a whole
validation  checks of every sheet and entry of a file
migrations  conversion of files of older versions
imports     a preview of an import's changes
links       a character in an address, or as a QR code
backups     the choice of copies to retain
health      checks of all stored data of a campaign
"""
