// Requests that a new person can try at once: each is an example of a tool that is on, only reads, and names nothing that must be there.
import type { ToolDetail } from '../contracts/manifest.ts'
import { takesArguments } from '../contracts/manifest.ts'
import type { Ground } from './ports.ts'

/** Groups whose tools need nothing but this machine and the folder that the program was started in. */
const GROUPS = ['math', 'files', 'time', 'system']
const MOST = 3
const LONGEST = 40
/** The name of a file, a path, a quotation: it may not be there. */
const NAMES_SOMETHING = /\w\.\w|[/\\"“]/

/** Reading details of some tools for every view would be a waste. */
const known = new WeakMap<Ground, { readonly on: string; readonly found: readonly string[] }>()

/** At most three, of one group each; none where the ground has no tools. */
export function startRequests(ground: Ground): readonly string[] {
  const on = ground.tools.enabled.map(({ name }) => name).join()
  const before = known.get(ground)
  if (before?.on === on) return before.found
  const found = choose(ground)
  known.set(ground, { on, found })
  return found
}

function choose({ tools }: Ground): readonly string[] {
  const ranked = tools.enabled.filter(({ risk }) => risk === 'read').sort((a, b) => b.priority - a.priority)
  const firstOf = (group: string): string | undefined => {
    for (const entry of ranked.filter((one) => one.group === group)) {
      const request = requestOf(tools.detail(entry.name))
      if (request !== undefined) return request
    }
    return undefined
  }
  return GROUPS.flatMap((group) => firstOf(group) ?? []).slice(0, MOST)
}

function requestOf(detail: ToolDetail | undefined): string | undefined {
  if (detail === undefined) return undefined
  const shown = detail.fewShots
    .filter((shot) => shot.before === undefined && !Object.values(shot.arguments).some(isName))
    .map(({ user }) => user)
  // An example without worked arguments may leave out what the tool needs.
  const all = takesArguments(detail) ? shown : [...shown, ...detail.examples]
  return all.find((text) => text.length <= LONGEST && !NAMES_SOMETHING.test(text))
}

/** A text with letters in it is the name of something. */
function isName(value: unknown): boolean {
  return typeof value === 'string' && /\p{L}/u.test(value)
}
