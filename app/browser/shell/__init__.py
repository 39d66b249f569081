"""The running page: events, the message queue, drawing, focus, side effects."""
