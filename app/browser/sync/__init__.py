"""Sessions of a shared table on several devices, in the browser.

    session        the session of this device: start, resume, end
    host_session   the host, which owns the journal; invitations: admission of guests
    links          the host's channels to its guests; reconnect: guests of earlier visits
    game_master    taps on the host's page as changes of the table
    guest_session  a guest, which follows the journal; guest_line: its connection to the host
    last_view      a guest’s view of its table until its session is resumed
    context        the games, intents and screen that host and guest share
    relay          messages between guests and a new host, passed on by the former one
    signalling     reconnection without codes, and connections through a third device
    task_queue     tasks run one after another
    camera         reading of codes; reading: its switch
    sync_view      the table's page, the joining page, the strip on every page
    identity       the certificate of this device
    webrtc         connections in one network without a server
    net            a table over a NATS server, end-to-end encrypted

The protocol is pure (`app.sync`). This package is imported on first use.
"""
