// A draft from a page: an operation of an OpenAPI file, or the first command or address that a README or a web page shows. Pure.
import { blankDraft, type Draft } from './draft.ts'
import { draftOfOpenApi } from './draft-of-openapi.ts'

/** Of a page: what a draft is made of stands at its top. */
const MOST_READ = 100_000

/** A sentence says why there is none. */
export function draftOfDocs(name: string, text: string): Draft | string {
  return draftOfOpenApi(name, text) ?? draftOfPage(text.slice(0, MOST_READ))
}

/** A README or another page: its title, its first paragraph, and what its first command or address is. */
function draftOfPage(text: string): Draft {
  const plain = withoutTags(text)
  const title = /^#\s+(.+)$/m.exec(plain)?.[1]?.trim()
  const paragraph = plain
    .replace(/```[\s\S]*?```/g, '\n')
    .split(/\n\s*\n/)
    .map((one) => one.replace(/\s+/g, ' ').trim())
    .find((one) => /^[A-Za-z].{20,}/.test(one))
  const about = {
    ...(title !== undefined && { title }),
    ...(paragraph !== undefined && { description: paragraph }),
    group: 'own',
    parameters: [],
  }
  const address = fetchedAddress(plain)
  if (address !== undefined) return { ...about, kind: 'http', code: `GET ${address}` }
  // Between two gaps stands a sign: on a page of empty lines two that meet would be tried at each line.
  const command = /```(?:sh|bash|shell|console)\n\s*(?:\$\s*)?(\S[^\n]*)/.exec(text)?.[1]
  if (command !== undefined) return { ...about, kind: 'sh', code: command.trim() }
  return { ...blankDraft(), ...about, parameters: blankDraft().parameters }
}

/** The first address behind `curl` in its line. */
function fetchedAddress(text: string): string | undefined {
  for (const line of text.split('\n')) {
    const at = line.indexOf('curl')
    const [address] = (at < 0 ? null : /https?:\/\/[^\s'"`)]+/.exec(line.slice(at))) ?? []
    if (address !== undefined) return address
  }
  return undefined
}

/** The text of a web page, its title as a heading and its blocks apart; Markdown without tags stays as it is. */
function withoutTags(text: string): string {
  const heads = /<h1[\s>]/i.test(text) ? text.replace(/<title\b[\s\S]{0,2000}?<\/title>/i, '') : text
  return withoutScripts(heads)
    .replace(/<(?:h1|title)\b[^>\n]{0,300}>\s*/gi, '\n\n# ')
    .replace(/<\/?(?:p|h[1-6]|title|div|pre|li|ul|ol|table|tr|section|nav|main)\b[^>\n]{0,300}>/gi, '\n\n')
    .replace(/<[^>\n]{1,300}>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => SIGNS[name] ?? ' ')
}

/** One that has no end goes up to the next. */
function withoutScripts(text: string): string {
  const [first = '', ...rest] = text.split(/<(?:script|style)\b/i)
  const behind = rest.map((part) =>
    part
      .split(/<\/(?:script|style)>/i)
      .slice(1)
      .join(''),
  )
  return [first, ...behind].join('')
}

const SIGNS: { readonly [entity: string]: string } = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
