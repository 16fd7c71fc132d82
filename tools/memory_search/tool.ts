import { defineTool } from '../../source/contracts/tool.ts'
import { count, visible } from '../../source/toolkit/plain-words.ts'
import { openMemory } from '../../source/toolkit/remembered.ts'
import { TAG_NAME } from '../../source/toolkit/tag-name.ts'

type Arguments = { readonly query: string; readonly limit?: number; readonly tag?: string }

type Found = {
  readonly query: string
  readonly tag: string | null
  /** So many have words of the query, and come first; the others are near it in meaning. */
  readonly withWords: number
  /** The best first. */
  readonly found: readonly {
    readonly id: number
    readonly text: string
    readonly tags: readonly string[]
    readonly updated: string
    /** With its id, date and tags. */
    readonly line: string
  }[]
}

/** A small model reads five lines well. */
const USUAL = 5
const MOST = 50

export default defineTool<Arguments, Found>({
  name: 'memory_search',
  description: 'Find saved facts, notes and reminders by words',
  parameters: {
    type: 'object',
    properties: {
      query: {
        type: 'string',
        'x-from': 'message',
        'x-free': true,
        'x-looks': 'quoted',
        'x-remembered': true,
        description: 'what to look for: the few words that matter',
      },
      limit: {
        type: 'integer',
        minimum: 1,
        'x-from': 'message',
        'x-when':
          '\\b(?:max(?:imum)?|top|up to|at most|no more than|not more than|first|best|latest|last|limit(?:ed)?(?: to)?|only|just)\\W{0,3}(?:of )?(?:the )?(?:\\d+|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty)\\b(?! ?(?:days?|weeks?|months?|years?|hours?|minutes?))|\\b(?:\\d+|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty) (?:\\w+ )?(?:results?|hits?|matches|entries|memories|notes|things|items|facts)\\b',
        description: 'how many results',
      },
      tag: {
        type: 'string',
        'x-from': 'message',
        'x-named': TAG_NAME,
        'x-when':
          '(?<!\\b(?:gamer|price|name|dog|ear|gift|luggage|parking) )\\btag(?:s|ged)?\\b|\\blabell?(?:s|ed)?\\b|(?<![\\p{L}\\p{N}])#\\p{L}',
        description: 'only entries with this tag',
      },
    },
    required: ['query'],
  },
  risk: 'read',
  async run({ query, limit, tag }, context) {
    const memory = await openMemory(context)
    const wanted = { limit: Math.min(limit ?? USUAL, MOST), tag }
    const near = await memory.nearest({ words: query, ...wanted })
    // What has the words comes before what is only near.
    const found = [
      ...near.filter(({ hasWords }) => hasWords),
      ...near.filter(({ hasWords }) => !hasWords),
    ].map(({ entry }) => entry)
    // "Anything under the tag recipes" asks for all of them, whatever words come with it.
    const isWhole = found.length > 0 || tag === undefined || !query.toLowerCase().includes(tag.toLowerCase())
    const entries = isWhole ? found : memory.search({ words: '', ...wanted })
    return {
      query: query.trim(),
      tag: tag ?? null,
      withWords: isWhole ? near.filter(({ hasWords }) => hasWords).length : entries.length,
      found: entries.map((entry) => ({
        id: entry.id,
        text: entry.text,
        tags: entry.tags,
        updated: entry.updated,
        line: memory.line(entry),
      })),
    }
  },
  say({ query, tag, withWords, found }) {
    const under = tag === null ? '' : ` with the tag ${visible(tag)}`
    const what = `for "${visible(query)}"${under}`
    if (found.length === 0) return { sentence: `No memory ${what}.` }
    const lines = found.map(({ line }) => line)
    if (withWords === 0)
      return {
        sentence: `No memory has the words of "${visible(query)}"${under}; the nearest in meaning:`,
        detail: lines.join('\n'),
      }
    const near = lines.slice(withWords)
    return {
      sentence: `${count(withWords, 'memory', 'memories')} ${what}:`,
      detail: [...lines.slice(0, withWords), ...(near.length > 0 ? ['Near in meaning:', ...near] : [])].join(
        '\n',
      ),
    }
  },
})
