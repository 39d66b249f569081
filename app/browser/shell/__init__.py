"""The running page.

events        dispatch of document events; listener: the interface of their handlers
event_replay  events for handlers that are not loaded yet
runtime       the message queue, its commands and drawing
running_app   the same as the modules that it starts see it
handlers      side effects on the store and files, and their answers
opening       opening of the store and the current campaign
screen        commands on the screen: address, cursor, scrolling, announcements
drawing       incremental drawing; focus: kept across drawings
parts         the parts of the page but its forms; stored_parts: those that need the store
render        rendering of the templates, compiled by the build (compiled_templates)
views         a procedure's view: reading its form and patching its content
layers_view   layers over the fight and the browser's history
tools         tools around the forms: rule texts, steppers, copying, the theme
"""
