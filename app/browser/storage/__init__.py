"""Storage of campaigns and settings in the browser, robust against crashes and damage.

store            campaigns, journals and settings: the interface for the rest of the app
transfer         export, import and backups
writing          changes of journals, applied and stored in turn
journals         loading of journals, with recovery from damage
plays            the format of a stored play in progress
checksummed_rows rows with checksums, written in transactions by one tab
tabs             one tab writes, the others follow; messages: what they send
reopening        reopening of a database that the browser took away
databases        the database interface, and one in memory
indexed          the database in IndexedDB
capabilities     access to browser features that may be missing or refused
health           a check of all records, and when they were last saved as a file
backup_copy      a second copy of the newest rows, for a lost database
"""
