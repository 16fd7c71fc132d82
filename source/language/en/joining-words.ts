// Words that may join two requests.

export const JOINING_WORDS = ['and', 'then', 'also', 'plus', 'but', 'oh', 'so', 'ps', 'btw', 'or'] as const
