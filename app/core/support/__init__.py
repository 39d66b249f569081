"""General tools that know no rule: memoization, incremental work, untrusted JSON, typed numbers."""
