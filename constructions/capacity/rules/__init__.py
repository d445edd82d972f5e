"""The law of many planes and other papers' rules of thumb about RoPE, as claims."""
