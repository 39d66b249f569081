"""The only code that touches JavaScript objects: events in, messages; a model out, drawn.

runtime       the model as it is now; messages in one queue, and what they want done
events        what the document's events mean: told to the listeners until one takes it
listener      what a listener may hear

at_forms      events of the open form as messages       form_view        the form, drawn
at_tracker    of the tracker                            board_view       it
at_sheets     of the characters' pages                  characters_view  their list, and a sheet
                                                        counters_view    what is always in sight
                                                        journal_list     the journal, row by row
                                                        players_view     the players' screen

at_campaigns  of campaigns, files, links            campaigns_view   all of them, and a reminder
                                                    share_view       a character in a link
weighing      rolls looked back on, read and judged  past_view       luck, and whether dice are fair
slices        long work, and the page has its turn  drawing          parts that are drawn so

screen        what messages want done on the screen: the address, the cursor
opening       the store and the open campaign: found at the start, followed in other tabs
errands       what is done with whole campaigns and with files, run one after another
campaign_errands  by the store                      file_errands     with files and links
journals      a whole journal as a document
manners       what the page does with the device: awake, felt, heard, installed
settings      what is wished of the device, kept on it
sounds        two short ones
sharing       links and pictures given to somebody else
moments       days and times as this device writes them
downloads     a text given to the person as a file  kept_file        one that is kept up to date
notation_field lines of a game's notation: read and completed while they are typed

dom           small words for the document
render        the compiled templates
views         a procedure's view: reading its form, patching what it shows
redrawing     what a person has in hand while a view is drawn anew
dragging      a line of the order follows the pointer
tools         what stands around the forms

storage       everything kept in the browser, in a package of its own
"""
