/** What a person's statement wants by its first word; undefined: it is neither. The database decides what it may do. */
export function statementKind(sql: string): 'question' | 'change' | undefined {
  if (/^\s*(?:select|with|values)\b/i.test(sql)) return 'question'
  return /^\s*(?:insert|update|delete|replace)\b/i.test(sql) ? 'change' : undefined
}
