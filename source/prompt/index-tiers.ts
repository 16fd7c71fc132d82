// The index of tools in the head, within its budget of tokens at 11 tools and at 1,000: the richest form that fits.

/** What the index says of a tool. */
export interface IndexedTool {
  readonly name: string
  readonly oneLiner: string
  readonly group: string
  /** 0 to 255, higher first. */
  readonly priority: number
}

export interface BuiltIndex {
  readonly text: string
  readonly tokens: number
  /** Which form was taken. */
  readonly tier: 'lines' | 'mixed' | 'names' | 'groups' | 'none'
}

/** Tokens that the tools may take of the head. */
export const INDEX_BUDGET_TOKENS = 200

const HIGH = 200
/** Letters of a word to a token, where a tokenizer knows few words: a model is not needed to tell how many tools are too many. */
const LETTERS_PER_TOKEN = 3
/** Of tools that have a line by use; one more for those that are pinned. */
export const LINE_PRIORITY = 256
/** More lines than this fit no budget of that size. */
const MOST_LINES = 40

/** Whether some tools may have to be left unnamed in an index of that budget. */
export function isTooManyToName(tools: readonly Pick<IndexedTool, 'name'>[], budgetTokens: number): boolean {
  return mostTokens(`Tools: ${factored(tools)}`) > budgetTokens
}

/** No fewer than any tokenizer that we know makes of names (test/real/index-budget.test.ts): a letter's case, digits and signs cost. */
function mostTokens(names: string): number {
  const parts = names.match(/[a-z]+|[A-Z][a-z]*|_(?=[a-zA-Z])|[^\sa-zA-Z]/g) ?? []
  const costs = parts.map((part, at) => {
    if (/[a-z]/i.test(part)) return Math.max(1, part.length / LETTERS_PER_TOKEN)
    // With the word behind it, it is often one token.
    return part === '_' && /^[a-z]/i.test(parts[at + 1] ?? '') ? 0.5 : Buffer.byteLength(part)
  })
  return costs.reduce((sum, cost) => sum + cost, 0)
}

/**
 * Builds the index for `tools`; `countTokens` is the loaded model's own tokenizer.
 * Tools of the same priority are sorted by name, so that the text depends on the set alone. `search` is the tool that finds
 * the others: it is named where they are not.
 */
export async function buildIndex(
  tools: readonly IndexedTool[],
  budgetTokens: number,
  countTokens: (texts: readonly string[]) => Promise<readonly number[]>,
  search?: string,
): Promise<BuiltIndex> {
  const sorted = [...tools].sort((a, b) => b.priority - a.priority || (a.name < b.name ? -1 : 1))
  const forms = candidateForms(sorted, search)
  const counts = await countTokens(forms.map((form) => form.text))
  const best = forms.findIndex((_, at) => (counts[at] ?? Number.POSITIVE_INFINITY) <= budgetTokens)
  const form = forms[best]
  return form === undefined ? { text: '', tokens: 0, tier: 'none' } : { ...form, tokens: counts[best] ?? 0 }
}

function candidateForms(
  sorted: readonly IndexedTool[],
  search: string | undefined,
): readonly Omit<BuiltIndex, 'tokens'>[] {
  if (sorted.length === 0) return []
  const high = sorted.filter((tool) => tool.priority >= HIGH)
  const chosen = sorted.filter((tool) => tool.priority >= LINE_PRIORITY).length
  // Of those that the person pinned, and that have a line by use, as many as fit.
  const few = Array.from({ length: Math.min(chosen, MOST_LINES) }, (_, at) => at + 1)
  const mixed = [high.length, Math.ceil(high.length / 2), Math.ceil(high.length / 4), ...few]
    .sort((a, b) => b - a)
    .filter((lines, at, all) => lines > 0 && lines < sorted.length && all.indexOf(lines) === at)
    .map((lines) => ({
      text: `Tools:\n${lineEach(sorted.slice(0, lines))}\nalso ${factored(sorted.slice(lines))}`,
      tier: 'mixed' as const,
    }))
  const hint =
    search === undefined
      ? ''
      : `\nTo use one, write <tool_call name="${search}" query="what it does" />, then a call of what it finds.`
  return [
    { text: `Tools:\n${lineEach(sorted)}`, tier: 'lines' },
    ...mixed,
    { text: `Tools: ${factored(sorted)}`, tier: 'names' },
    ...[60, 30, 12, 4, 0].map((groups) => ({
      text: `Tools: ${grouped(sorted, groups)}${hint}`,
      tier: 'groups' as const,
    })),
  ]
}

function lineEach(tools: readonly IndexedTool[]): string {
  return tools.map((tool) => `${tool.name}: ${tool.oneLiner}`).join('\n')
}

/** `memory: list forget; get_time`: names that share their first word stand behind it once. */
function factored(tools: readonly Pick<IndexedTool, 'name'>[]): string {
  const byPrefix = new Map<string, string[]>()
  for (const { name } of tools) {
    const cut = name.indexOf('_')
    const prefix = cut > 0 ? name.slice(0, cut) : name
    byPrefix.set(prefix, [...(byPrefix.get(prefix) ?? []), name])
  }
  return [...byPrefix]
    .map(([prefix, names]) =>
      names.length === 1
        ? names[0]
        : `${prefix}: ${names.map((name) => name.slice(prefix.length + 1) || name).join(' ')}`,
    )
    .join('; ')
}

function grouped(tools: readonly IndexedTool[], most: number): string {
  const counts = new Map<string, number>()
  for (const { group } of tools) counts.set(group, (counts.get(group) ?? 0) + 1)
  const rows = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  const shown = rows.slice(0, most).map(([group, count]) => `${group} (${count})`)
  const rest = rows.slice(most).reduce((sum, [, count]) => sum + count, 0)
  return [...shown, ...(rest > 0 ? [`${rest} more`] : [])].join(', ')
}
