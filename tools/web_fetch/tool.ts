// Fetches one page from the web as text (docs/network.md).
import { defineTool, ToolFailure } from '../../source/contracts/tool.ts'
import { statusFailure } from '../../source/toolkit/http-failure.ts'
import { checkedUrl, httpGet } from '../../source/toolkit/http-get.ts'
import { visible } from '../../source/toolkit/plain-words.ts'
import { truncateMiddle } from '../../source/toolkit/truncate.ts'
import { readPage } from './read-page.ts'

type Arguments = { readonly url: string }

type Page = {
  /** As it was asked for. */
  readonly url: string
  /** Where it came from in the end. */
  readonly from: string
  readonly title: string
  readonly kind: 'html' | 'json' | 'text'
  /** When it is long its head and tail, with a marker that says what is missing. */
  readonly text: string
  /** There was more of the page than is fetched. */
  readonly isCut: boolean
  readonly truncated: boolean
}

const LIMIT_MS = 20_000
const MOST_BYTES = 1_000_000
/** A small model's window has 4,000 tokens; this is about 1,700 of them. */
const MAX_CHARACTERS = 6000

export default defineTool<Arguments, Page>({
  name: 'web_fetch',
  description: 'Fetch a web page or file by its address',
  parameters: {
    type: 'object',
    properties: {
      url: {
        type: 'string',
        maxLength: 2000,
        'x-from': 'message',
        'x-kind': 'address',
        'x-ask': 'Which address should I fetch?',
        description: 'web address, as written',
      },
    },
    required: ['url'],
  },
  risk: 'network',
  approvalKey: 'url',
  preview: ({ url }) => `GET ${visible(addressOf(url).href)}`,
  async run({ url }, { services, signal }) {
    const address = addressOf(url)
    if (services.web === undefined)
      throw new ToolFailure(
        'no_network',
        `\`${address.href}\` was not fetched: the network cannot be used here.`,
      )
    const { allowPrivate } = services.web
    const answer = await httpGet(address, { signal, limitMs: LIMIT_MS, maxBytes: MOST_BYTES, allowPrivate })
    const failure = statusFailure(answer.status, answer.url)
    if (failure !== undefined) throw failure
    const { kind, title, text } = await readPage(answer, signal)
    const shown = truncateMiddle(text, MAX_CHARACTERS)
    const { isCut, url: from } = answer
    return { url: address.href, from, title, kind, text: shown.text, isCut, truncated: shown.truncated }
  },
  say({ url, from, title, text, isCut, truncated }) {
    const named = title === '' ? '' : ` "${visible(title)}"`
    const moved = from === url ? '' : `, which leads to ${visible(from)}`
    const notes = [
      ...(isCut ? ['only its first 1 MB was fetched'] : []),
      ...(truncated ? ['shown in part'] : []),
    ]
    const note = notes.length === 0 ? '' : ` (${notes.join(', ')})`
    const place = `${visible(url)}${named}${moved}${note}`
    return text === ''
      ? { sentence: `${place} has no text.` }
      : { sentence: `${place}:`, detail: visible(text) }
  },
})

/** The address as a person wrote it, a sentence's marks around it left out; without a scheme it is https. */
function addressOf(text: string): URL {
  let bare = text.trim().replace(/^[<"'`(]+/, '')
  while (/[>"'`.,;:!?]$/.test(bare) || (bare.endsWith(')') && !isBalanced(bare))) bare = bare.slice(0, -1)
  // An e-mail address would be taken for a user at a host.
  if (bare === '' || /\s/.test(bare) || /^[^/:@]+@[^/@]+$/.test(bare))
    throw new ToolFailure(
      'bad_url',
      `\`${visible(text.trim())}\` is no web address; write one like \`https://example.org\`.`,
    )
  return checkedUrl(/^[a-z][a-z0-9+.-]*:(?!\d)/i.test(bare) ? bare : `https://${bare}`, undefined)
}

/** The bracket at the end of `…/Mercury_(planet)` is the address's own. */
function isBalanced(text: string): boolean {
  return text.split('(').length >= text.split(')').length
}
