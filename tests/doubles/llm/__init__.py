"""What the doubles of model services share: replies, faults, the script, and the wire."""
