"""General tools without rules: memoization, incremental work, untrusted JSON, typed numbers."""
