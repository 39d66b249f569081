"""The character sheet of Wasteland.

sheet      fields, lists, derived numbers, tracks
saying     its lines in the words of the table
rollables  rolls that it offers
chems      chems and their doses
effects    effects on it: injuries by location, radiation, shots
"""
