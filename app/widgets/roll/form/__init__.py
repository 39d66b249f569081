"""The fields of a form, and its participants.

forms         inputs as controls, and typed texts as a request
facts         filled-in fields as chips in a line
cast          the roles in the form's head
participants  participants on forms and screens: texts, pictures, switches
"""
