"""Keeping what a table entrusts to the page, whatever happens to the browser.

store      campaigns, journals and settings: what the rest of the app asks for
transfer   files in and out of the store, and backups
writing    what happens comes into the journals, and onto the disk, in turn
journals   the journals found and read back, whatever of them was damaged
plays      what the record of a play in progress says
sealed_rows rows read with care, written one transaction at a time; who may write
tabs       one tab writes, the others follow
reopening  a database that the browser took away is opened anew
databases  what the store needs of a database; one that is only in memory
indexed    the same on IndexedDB
offers     what the browser offers of all that, and whether it answers
health     is all of it whole, and when was it last saved elsewhere
mirror     a second copy of what is newest, for when the browser loses its database
"""
