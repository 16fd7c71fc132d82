// The role that is on. It takes tools away from the turn and says a line before the message; it never touches the head,
// and what it forbids stays forbidden whatever is turned on. Invariant: a role that cannot be found allows nothing.
import type { ManifestEntry } from '../contracts/manifest.ts'
import type { Role, RoleBook, RoleRow, RoleShelf } from '../contracts/role.ts'
import type { SessionView } from '../contracts/session.ts'
import type { TurnInput } from '../governor/ports.ts'
import { nearestName } from '../lib/nearest-name.ts'
import type { Ground, ToolShelf } from './ports.ts'

export class RoleSlot {
  readonly #ground: () => Ground
  #name: string | undefined

  /** `name`: the role to begin with; undefined: none. */
  constructor(name: string | undefined, ground: () => Ground) {
    this.#name = name
    this.#ground = ground
  }

  get active(): Role | undefined {
    const name = this.#name
    if (name === undefined) return undefined
    const nothing = { title: 'not there', tools: [], groups: [], prompt: undefined, maxRounds: undefined }
    return this.#ground().roles.roles.find((role) => role.name === name) ?? { name, ...nothing }
  }

  get view(): SessionView['role'] {
    const { active } = this
    return active && { name: active.name, tools: this.tools.enabled.length }
  }

  /** The tools that a turn may use. */
  get tools(): ToolShelf {
    return this.#toolsOf(this.active)
  }

  /** What a person should know of the role, a sentence each. */
  get problems(): readonly string[] {
    const { level, roles } = this.#ground()
    // In an emergency no role is read, and there are no tools.
    if (level === 4 || this.#name === undefined || roles.roles.some(({ name }) => name === this.#name))
      return []
    const why =
      roles.problem === undefined
        ? noSuchRole(this.#name, roles)
        : `The role \`${this.#name}\` cannot be put on.`
    return [`${why} No tool is used while it is wanted; \`/role none\` ends that.`]
  }

  permits(entry: Pick<ManifestEntry, 'name' | 'group'>): boolean {
    return permits(this.active, entry)
  }

  /** Puts a role on, undefined: none; gives the reason when there is no such role. */
  take(name: string | undefined): string | undefined {
    const { roles } = this.#ground()
    if (name !== undefined && !roles.roles.some((role) => role.name === name)) return noSuchRole(name, roles)
    this.#name = name
    return undefined
  }

  /** A message as the model is told it: the role's line stands before it, the same bytes for ever. */
  tell(message: string): string {
    const prompt = this.active?.prompt
    return prompt === undefined ? message : `${prompt}\n${message}`
  }

  /** What the next turn leans on: a request that was left open is dropped when its tool may not be used any more. */
  before<B extends Pick<TurnInput, 'open'>>(before: B): B {
    const { open } = before
    if (open === undefined) return before
    const wanted = 'choices' in open ? open.choices.map(({ tool }) => tool) : [open.tool]
    return wanted.every((tool) => this.tools.isEnabled(tool)) ? before : { ...before, open: undefined }
  }

  /** Every role, and the active one. */
  shelf(): RoleShelf {
    const row = (role: Role): RoleRow => ({
      name: role.name,
      title: role.title,
      tools: this.#toolsOf(role).enabled.map((entry) => entry.name),
      prompt: role.prompt ?? null,
      maxRounds: role.maxRounds ?? null,
      active: role.name === this.#name,
    })
    const { active } = this
    return {
      active: active && row(active),
      rows: () => this.#ground().roles.roles.map(row),
      take: (name) => this.take(name),
    }
  }

  #toolsOf(role: Role | undefined): ToolShelf {
    const { tools } = this.#ground()
    if (role === undefined) return tools
    const enabled = tools.enabled.filter((entry) => permits(role, entry))
    const names = enabled.map((entry) => entry.name)
    return {
      entries: tools.entries,
      enabled,
      isEnabled: (name) => names.includes(name),
      has: (name) => tools.has(name),
      setEnabled: (name, on) => tools.setEnabled(name, on),
      setPriority: (name, priority) => tools.setPriority(name, priority),
      detail: (name) => tools.detail(name),
      callable: async (name) => (names.includes(name) ? tools.callable(name) : undefined),
      nearest: (name) => nearestName(name, names),
    }
  }
}

/** Why a role cannot be put on, in a sentence. */
export function noSuchRole(name: string, { roles, problem }: RoleBook): string {
  if (problem !== undefined) return problem
  const names = roles.map((role) => role.name)
  const nearest = nearestName(name, names)
  if (nearest !== undefined) return `There is no role \`${name}\`; did you mean \`${nearest}\`?`
  return `There is no role \`${name}\`; there are ${names.map((one) => `\`${one}\``).join(', ')}.`
}

function permits(role: Role | undefined, { name, group }: Pick<ManifestEntry, 'name' | 'group'>): boolean {
  return role === undefined || role.tools.includes(name) || role.groups.includes(group)
}
