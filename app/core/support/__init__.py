"""General tools without rules.

memo            results for immutable arguments, compared by identity
incremental     long work as a generator with checkpoints
import_steps    imports module by module
untrusted_json  JSON from outside, measured before it is decoded
typed_numbers   numbers as they are typed and pasted
characters      characters that mean the same in every notation
"""
