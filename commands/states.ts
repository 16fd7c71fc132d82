import {
  type Command,
  type CommandContext,
  type CommandResult,
  refusal,
  wordsIn,
} from '../source/contracts/command.ts'
import type { NamedState, StateFigures } from '../source/contracts/named-states.ts'

const METRICS = ['accuracy', 'latency', 'tokens', 'score'] as const
type Metric = (typeof METRICS)[number]

/** `/states`: setups of the session under a name, with their saved heads. */
const states: Command = {
  name: 'states',
  group: 'setup',
  examples: ['/states'],
  usage: '[list|save|load|off|info|best|compare|delete|restore|export|import …]',
  summary: 'keep this setup under a name, load one, compare them',
  worksDownTo: 2,
  help: [
    'A named state is persona, role, tools, priorities, mode and your own text, with the saved head. `load` sets all of it for this',
    'session; `off` ends that. `--state NAME` begins with one; `ethervox eval --state NAME` measures it.',
    '`save NAME [NOTES]`, `load NAME`, `info NAME`, `best METRIC`, `compare A B`, `delete NAME`, `restore NAME [N]`, `export NAME FILE`, `import FILE [NAME]`.',
    `\`best\` takes ${METRICS.join(', ')}. \`delete\` moves a state aside, and so does \`save\` with the one of that name; \`restore\` brings the last`,
    'one back (`restore NAME 2` the one before, `info` lists them) and moves aside what stands there. `import` checks what `export` wrote.',
  ].join('\n'),
  complete: (input, { states }) => {
    if (input === 'import') return 'files'
    if (input === 'restore')
      return states.removed().map((text) => ({ text, note: `until ${states.earlier(text)[0] ?? ''}` }))
    if (input === 'best') return METRICS.map((text) => ({ text }))
    const takesName = /^(?:load|info|delete|export|compare(?: \S+)?)$/.test(input)
    return takesName ? states.read().states.map((one) => ({ text: one.name, note: inShort(one) })) : []
  },
  run: (input, context) => {
    const [verb = 'list', ...words] = wordsIn(input)
    const [one, other] = words
    if (verb === 'list' && words.length === 0) return list(context)
    if (verb === 'off' && words.length === 0) return off(context)
    if (verb === 'save' && one !== undefined)
      return save(one, input.trim().split(/\s+/).slice(2).join(' '), context)
    if (verb === 'export' && one !== undefined && other !== undefined)
      return exportTo(one, words.slice(1).join(' '), context)
    if (words.length === 1 && one !== undefined) {
      if (verb === 'load') return load(one, context)
      if (verb === 'info') return info(one, context)
      if (verb === 'best') return best(one, context)
      if (verb === 'delete') return remove(one, context)
    }
    if (one !== undefined && words.length <= 2) {
      if (verb === 'compare' && other !== undefined) return compare(one, other, context)
      if (verb === 'import') return bringIn(one, other, context)
      if (verb === 'restore' && /^[1-9]\d{0,5}$/.test(other ?? '1'))
        return restore(one, Number(other ?? 1), context)
    }
    const form = Object.hasOwn(FORMS, verb) ? FORMS[verb] : undefined
    return refusal(
      form === undefined
        ? `\`/states ${input}\` is not known; it takes ${states.usage}.`
        : `\`/states ${verb}\` takes ${form}${words.length === 0 ? '' : `, not \`${words.join(' ')}\``}.`,
    )
  },
}

/** What stands behind a verb. */
const FORMS: { readonly [verb: string]: string } = {
  ...{ list: 'nothing', off: 'nothing' },
  save: 'a name and maybe notes',
  load: 'the name of one state',
  info: 'the name of one state',
  best: `one of ${METRICS.join(', ')}`,
  compare: 'the names of two states',
  delete: 'the name of one state',
  restore: 'the name of one state and maybe how far back (1: the last)',
  export: 'the name of a state and that of a new file',
  import: 'a file and maybe another name, without blanks',
}

function list({ states }: CommandContext): CommandResult {
  const { states: all, problems } = states.read()
  if (all.length === 0 && problems.length === 0)
    return { ok: true, text: 'There are no named states; `/states save NAME` makes one.', data: [] }
  const width = Math.max(0, ...all.map((one) => one.name.length))
  const rows = all.map((one) => {
    const mark = one.name === states.active ? '*' : ' '
    return `${mark} ${one.name.padEnd(width)}  ${inShort(one)}`
  })
  return { ok: true, text: [...rows, ...problems].join('\n'), data: all.map(dataOf) }
}

function inShort({ config, meta }: NamedState): string {
  const [figures] = meta.measured
  return [
    ...(config.persona === undefined ? [] : [`persona ${config.persona.name}`]),
    ...(config.role === undefined ? [] : [`role ${config.role}`]),
    `${config.tools.length} tools`,
    config.mode,
    ...(figures === undefined ? [] : [`score ${figures.score.toFixed(1)}`]),
    ...(meta.notes === '' ? [] : [meta.notes]),
  ].join(', ')
}

function dataOf({ name, config, meta, bytes }: NamedState) {
  const { persona, role, profile, mode, tools, priorities, instructions } = config
  return {
    name,
    persona: persona?.name ?? null,
    role: role ?? null,
    profile: profile ?? null,
    mode,
    tools,
    priorities,
    instructions,
    bytes,
    ...meta,
  }
}

async function save(name: string, notes: string, { states, engine }: CommandContext): Promise<CommandResult> {
  const saved = await states.save(name, notes)
  if (!saved.ok) return refusal(saved.reason)
  const head = saved.head
    ? 'with its head'
    : `without its head, which is made when it is loaded${engine === undefined ? ' with a model' : ''}`
  const before = `The one of that name before it is in \`${saved.aside}\`; \`/states restore ${name}\` brings it back.`
  const aside = saved.aside === undefined ? '' : ` ${before}`
  return {
    ok: true,
    text: `The state \`${name}\` is kept ${head}.${aside}`,
    data: { state: name, head: saved.head, aside: saved.aside ?? null },
  }
}

async function load(name: string, { states }: CommandContext): Promise<CommandResult> {
  const taken = await states.take(name)
  if (!taken.ok) return refusal(taken.reason)
  const found = states.find(name)
  const head = {
    ready: 'its head stood already',
    restored: `its head was restored (${taken.headTokens} tokens)`,
    built: `its head was evaluated (${taken.headTokens} tokens)`,
  }
  const how = taken.head === undefined ? 'no model is loaded' : head[taken.head]
  const what = found.type === 'found' ? ` (${inShort(found.state)})` : ''
  const text = [`The state \`${name}\` is on${what}; ${how}.`, ...taken.remarks].join(' ')
  return { ok: true, text, data: { state: name, head: taken.head ?? null, headTokens: taken.headTokens } }
}

function off({ states }: CommandContext): CommandResult {
  const { active, isHeld } = states
  if (!isHeld) return { ok: true, text: 'No state is on.', data: null }
  states.leave()
  const what = active === undefined ? 'What was left of a state' : `The state \`${active}\``
  return {
    ok: true,
    text: `${what} is off: tools as the settings say, no persona, no role; the head is made anew once.`,
    data: { state: null },
  }
}

function info(name: string, { states }: CommandContext): CommandResult {
  const found = states.find(name)
  if (found.type === 'missing') return refusal(found.reason)
  const { state } = found
  const { meta, bytes, problem } = state
  const { origins } = meta
  const earlier = states.earlier(name).slice(0, 5)
  const size = bytes === 0 ? 'none saved' : `${meta.headTokens} tokens, ${(bytes / 1e6).toFixed(1)} MB`
  const text = [
    ...configRows(state).map(([label, value]) => `${label.padEnd(12)}  ${value}`),
    `head          ${size}`,
    `made with     ${origins === null ? 'no model yet' : `${origins.model}, ${origins.engine}`}`,
    `created       ${meta.created || 'not known'}${meta.parent === null ? '' : `, from \`${meta.parent}\``}`,
    ...(meta.notes === '' ? [] : [`notes         ${meta.notes}`]),
    ...earlier.map((until, at) => `earlier       ${at + 1}, until ${until}`),
    ...(problem !== undefined
      ? [problem]
      : meta.measured.length === 0
        ? [`not measured; \`ethervox eval --state ${name}\` does`]
        : meta.measured.slice(0, 5).map((one) => `measured      ${figuresOf(one)}`)),
  ].join('\n')
  return { ok: true, text, data: dataOf(state) }
}

function figuresOf({ accuracy, callMs, tokens, score, date, cases, model }: StateFigures): string {
  const all = `${(accuracy * 100).toFixed(1)} % right, call ${Math.round(callMs)} ms, ${Math.round(tokens)} tokens, score ${score.toFixed(1)}`
  return `${all} (${cases} cases, ${model}, ${date.slice(0, 10)})`
}

function configRows({ config }: NamedState): readonly (readonly [string, string])[] {
  const { persona, role, profile, mode, tools, priorities, instructions } = config
  const changed = Object.entries(priorities).map(([name, priority]) => `${name} ${priority}`)
  return [
    ['persona', persona?.name ?? 'none'],
    ['role', role ?? 'none'],
    ['profile', profile ?? 'none'],
    ['mode', mode],
    ['tools', `${tools.length}: ${tools.join(' ')}`],
    ['priorities', changed.join(', ') || 'their own'],
    ['instructions', instructions.replace(/\s+/g, ' ') || 'none'],
  ]
}

const VALUES: { readonly [M in Metric]: (figures: StateFigures) => number } = {
  accuracy: (one) => -one.accuracy,
  latency: (one) => one.callMs,
  tokens: (one) => one.tokens,
  score: (one) => -one.score,
}

function best(text: string, { states }: CommandContext): CommandResult {
  const metric = METRICS.find((one) => one === text)
  if (metric === undefined)
    return refusal(`\`${text}\` is nothing that is measured; it takes ${METRICS.join(', ')}.`)
  const rows = states
    .read()
    .states.flatMap(({ name, meta }) => meta.measured.slice(0, 1).map((figures) => ({ name, figures })))
    .sort((a, b) => VALUES[metric](a.figures) - VALUES[metric](b.figures))
  const [first] = rows
  if (first === undefined) return refusal('No state was measured yet; `ethervox eval --state NAME` does.')
  const isAlike = rows.every(
    ({ figures }) => figures.model === first.figures.model && figures.cases === first.figures.cases,
  )
  const width = Math.max(...rows.map((row) => row.name.length))
  const lines = [
    ...rows.map(({ name, figures }) => `${name.padEnd(width)}  ${figuresOf(figures)}`),
    ...(isAlike ? [] : ['They were measured with other models or cases, so they say little side by side.']),
  ]
  return { ok: true, text: lines.join('\n'), data: rows.map(({ name, figures }) => ({ name, ...figures })) }
}

function compare(one: string, other: string, { states }: CommandContext): CommandResult {
  const [a, b] = [states.find(one), states.find(other)]
  if (a.type === 'missing') return refusal(a.reason)
  if (b.type === 'missing') return refusal(b.reason)
  const rowsOfB = configRows(b.state)
  const rows = configRows(a.state).flatMap(([label, value], at) => {
    const [, otherValue = ''] = rowsOfB[at] ?? []
    if (value !== otherValue) return difference(label, value, otherValue, a.state, b.state)
    return label === 'persona' && !isSamePersona(a.state, b.state)
      ? [`${label.padEnd(12)}  ${value}, in other words`]
      : []
  })
  const measured = [a.state, b.state].map(
    ({ name, meta: { measured } }) =>
      `${name}  ${measured[0] === undefined ? 'not measured' : figuresOf(measured[0])}`,
  )
  const text = [...(rows.length === 0 ? ['They set the same.'] : rows), ...measured].join('\n')
  return { ok: true, text, data: { a: dataOf(a.state), b: dataOf(b.state) } }
}

/** Each state has its persona whole, so two of one name may differ. */
function isSamePersona(a: NamedState, b: NamedState): boolean {
  return JSON.stringify(a.config.persona) === JSON.stringify(b.config.persona)
}

function difference(label: string, one: string, other: string, a: NamedState, b: NamedState) {
  if (label !== 'tools') return [`${label.padEnd(12)}  ${one}  →  ${other}`]
  const lacks = (of: NamedState, than: NamedState) =>
    of.config.tools.filter((name) => !than.config.tools.includes(name))
  const parts = [...lacks(a, b).map((name) => `-${name}`), ...lacks(b, a).map((name) => `+${name}`)]
  return parts.length === 0 ? [] : [`tools         ${parts.join(' ')}`]
}

function remove(name: string, { states }: CommandContext): CommandResult {
  const removed = states.remove(name)
  if (!removed.ok) return refusal(removed.reason)
  const text = `The state \`${name}\` was moved to \`${removed.aside}\`; \`/states restore ${name}\` brings it back.`
  return { ok: true, text, data: { state: name, aside: removed.aside } }
}

function restore(name: string, version: number, { states }: CommandContext): CommandResult {
  const restored = states.restore(name, version)
  if (!restored.ok) return refusal(restored.reason)
  const { until, aside = null } = restored
  const other = `; the one that stood there is in \`${aside}\`, and \`/states restore ${name}\` brings that back`
  const text = `The state \`${name}\` is back as it was until ${until}${aside === null ? '' : other}.`
  return { ok: true, text, data: { state: name, until, aside } }
}

function exportTo(name: string, path: string, { states }: CommandContext): CommandResult {
  const written = states.exportTo(name, path)
  if (!written.ok) return refusal(written.reason)
  const text = `The state \`${name}\` is in \`${written.shown}\` (${(written.bytes / 1e6).toFixed(1)} MB).`
  return { ok: true, text, data: { state: name, path: written.path, bytes: written.bytes } }
}

function bringIn(path: string, wanted: string | undefined, { states }: CommandContext): CommandResult {
  const imported = states.importFrom(path, wanted)
  return imported.ok
    ? {
        ok: true,
        text: `The state \`${imported.name}\` was imported; \`/states load ${imported.name}\` puts it on.`,
        data: { state: imported.name },
      }
    : refusal(imported.reason)
}

export default states
