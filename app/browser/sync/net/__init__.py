"""Tables over the net, by way of a server that carries ciphertext."""
