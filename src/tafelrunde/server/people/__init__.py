"""People: accounts, how they prove who they are, and what is theirs."""
