"""Other devices, as a browser reaches them, and this device among them.

    session        this device at a table: what the page does there, and what it is told
    host_session   as the host, who keeps the journal; invitations: who comes
    links          the host's channels to its guests; reunions: who was here before, found again
    game_master    what is tapped on the host's page, as the table understands it
    guest_session  as a guest, who follows it; means: what both play with
    channels       texts to another device, in order
    webrtc         how channels come about within one network, without a server
    identity       what this device is known by; meeting: the second time, and by a third device
    camera         reads codes; reading: switches it on and off

What is said, and what comes of it, is pure (`app.sync`). Nothing of this is fetched into memory
before somebody uses it.
"""
