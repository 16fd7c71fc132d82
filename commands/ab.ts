import {
  type Command,
  type CommandContext,
  type CommandResult,
  refusal,
} from '../source/contracts/command.ts'
import type { Arm, ArmCounts, Interval, Trial, TrialFigures } from '../source/contracts/trial.ts'

const DEFAULT_SHARE = 0.5

/** `/ab`: two setups compared in daily use. */
const ab: Command = {
  name: 'ab',
  group: 'model',
  usage: '[status|start A B [--share N]|stop [keep A|B]]',
  summary: 'compare two named states or personas in daily use',
  worksDownTo: 2,
  help: [
    'Each new conversation gets one of the two, by chance; `--share` is how many get B, 0.5 if left out. Counted are turns that end well,',
    'and what you say of answers. `stop keep A` (or B) begins every session with it from then on. Nothing leaves this machine.',
  ].join('\n'),
  complete: (input, { states, personas }) => {
    if (input === 'stop keep') return [{ text: 'A' }, { text: 'B' }]
    const [verb, first, ...more] = input.split(/\s+/)
    if (verb !== 'start' || more.length > 0) return []
    return [
      ...states.read().states.map(({ name }) => ({ text: name, note: 'state' })),
      ...personas.read().personas.map(({ name, description }) => ({ text: name, note: description })),
    ].filter(({ text }) => text !== first)
  },
  run: (input, context) => {
    const [verb = 'status', ...words] = input.split(/\s+/).filter(Boolean)
    if (verb === 'status' && words.length === 0) return status(context)
    if (verb === 'start') return start(words, context)
    if (verb === 'stop') return stop(words, context)
    return refusal(`\`/ab ${input}\` is not known; it takes ${ab.usage}.`)
  },
}

function start(words: readonly string[], { trials }: CommandContext): CommandResult {
  const [a, b, option, value] = words
  const isShare = option === undefined || (option === '--share' && words.length === 4)
  if (a === undefined || b === undefined || !isShare)
    return refusal('`/ab start` takes two names of states or personas, and maybe `--share N`.')
  const share = option === undefined ? DEFAULT_SHARE : Number(value)
  if (!(share > 0 && share < 1))
    return refusal(`\`--share ${value}\` is not a number between 0 and 1; e.g. \`--share 0.3\`.`)
  const refused = trials.start(a, b, share)
  if (refused !== undefined) return refusal(refused)
  return {
    ok: true,
    text: `The trial of \`${a}\` and \`${b}\` runs from the next conversation on (\`/clear\` begins one); \`/ab status\` shows it.`,
    data: { a, b, share },
  }
}

function status({ trials }: CommandContext): CommandResult {
  const trial = trials.read()
  const problem = trials.problem()
  if (problem !== undefined) return refusal(problem)
  if (trial === undefined) return { ok: true, text: 'No trial runs; `/ab start A B` begins one.', data: null }
  const figures = trials.figures(trial)
  const text = [
    rowOf('a', trial, figures.a),
    rowOf('b', trial, figures.b),
    differenceOf(figures),
    trials.arm === undefined
      ? 'This conversation is in no trial.'
      : `This conversation is in arm ${trials.arm}.`,
  ].join('\n')
  const { a, b, difference } = figures
  const data = {
    ...trial,
    arm: trials.arm ?? null,
    figures: { a: { ...a }, b: { ...b }, difference: { ...difference } },
  }
  return { ok: true, text, data }
}

function differenceOf({ a, b, difference }: TrialFigures): string {
  if (a.of === 0 || b.of === 0) return 'There is nothing to compare yet.'
  return `b less a: ${points(difference)}${isClear(difference) ? '' : '; no difference can be told yet'}`
}

function rowOf(arm: Arm, trial: Trial, well: Interval): string {
  const { kind, name } = trial[arm]
  const counts = trial.counts[arm]
  const share =
    well.of === 0
      ? 'no turns yet'
      : `${percent(well.value)} % well (${percent(well.low)} to ${percent(well.high)})`
  return `${arm}  ${kind} ${name}: ${share}, ${countsOf(counts)}`
}

function countsOf({ conversations, turns, successes, good, bad, corrections }: ArmCounts): string {
  const said = [
    ...(good === 0 ? [] : [`${good} good`]),
    ...(bad === 0 ? [] : [`${bad} bad`]),
    ...(corrections === 0 ? [] : [`${corrections} corrected`]),
  ]
  const words = said.length === 0 ? '' : `, ${said.join(', ')}`
  return `${successes} of ${turns} turns succeeded in ${conversations} ${conversations === 1 ? 'conversation' : 'conversations'}${words}`
}

function points({ value, low, high }: Interval): string {
  return `${percent(value)} points (95 %: ${percent(low)} to ${percent(high)})`
}

/** Only an interval that leaves out 0 tells one from the other. */
function isClear({ low, high }: Interval): boolean {
  return low > 0 || high < 0
}

function percent(share: number): string {
  return (share * 100).toFixed(1)
}

function stop(words: readonly string[], { trials }: CommandContext): CommandResult {
  const [keep, which, ...rest] = words
  const trial = trials.read()
  if (keep !== undefined && (keep !== 'keep' || which === undefined || rest.length > 0))
    return refusal('`/ab stop` takes nothing, or `keep` and A or B.')
  const arm = which === undefined ? undefined : armOf(which, trial)
  if (which !== undefined && trial !== undefined && arm === undefined)
    return refusal(
      `\`${which}\` is neither A (\`${trial.a.name}\`) nor B (\`${trial.b.name}\`) of this trial.`,
    )
  const refused = trials.stop(arm)
  if (refused !== undefined) return refusal(refused)
  const kept =
    arm === undefined ? '' : ` Every session begins with \`${trial?.[arm].name}\` from the next start on.`
  return { ok: true, text: `The trial has ended; its counts are kept.${kept}`, data: { kept: arm ?? null } }
}

/** A and B also by their names. */
function armOf(text: string, trial: Trial | undefined): Arm | undefined {
  const isArm = (arm: Arm) => text.toLowerCase() === arm || trial?.[arm].name === text
  return (['a', 'b'] as const).find(isArm)
}

export default ab
