// The last line and the line of progress, as texts. Pure.
import type { Activity } from '../../contracts/event.ts'
import type { SessionView } from '../../contracts/session.ts'
import { waitText } from '../../lib/time-left.ts'
import { columnWidth } from '../column-width.ts'
import type { Glyphs } from '../glyphs.ts'
import { safeLine } from '../safe-text.ts'
import type { Progress } from '../transcript/transcript-state.ts'
import { type Pace, paceParts } from './pace.ts'

const ACTIVITIES: Readonly<Record<Activity, string>> = {
  load: 'loading model',
  prompt: 'reading the prompt',
  think: 'thinking',
  answer: 'writing the answer',
  call: 'writing the call',
  tool: 'running the tool',
  states: 'making tool states',
  pull: 'fetching the model',
  eval: 'running the tests',
  optimize: 'optimizing',
}

/** Of these the share is shown, of the others the counts. */
const SHARES: ReadonlySet<Activity> = new Set(['load', 'pull', 'prompt'])

/** After this long a busy line shows its seconds. */
const PATIENCE_S = 2

/**
 * Model, secret, dry run, role, level, usable tools of all, their index, how many were weighed for the last message, their
 * states, tokens until the oldest turns leave, speed and how sure the last turn was; what is not known is left out, and
 * what says least where `columns` are too few for all. What still does not fit is not cut here.
 */
export function statusText(view: SessionView, glyphs: Glyphs, columns: number, considered?: number): string {
  const { role, tools, states, tokens, tokensPerSecond, confidence, indexTokens } = view
  const usable = role?.tools ?? tools.enabled
  const usables = usable === tools.total ? `${usable}` : `${usable}/${tools.total}`
  const isWarm = states.total > 0 && states.ready >= states.total
  const parts: readonly (readonly [text: string, spare: number])[] = [
    [modelText(view, glyphs), 0],
    [view.secret ? 'secret' : '', 0],
    [view.dryRun ? 'dry run' : '', 0],
    [role === undefined ? '' : `role ${safeLine(role.name)}`, 0],
    [`level ${view.level}`, 0],
    [view.level > 2 ? '' : `${usables} ${usables === '1' ? 'tool' : 'tools'}`, 1],
    [view.level > 2 || indexTokens === undefined ? '' : `index ${indexTokens}`, 6],
    [considered === undefined ? '' : `${considered} weighed`, 5],
    [isWarm ? 'warm' : '', 4],
    [states.ready < states.total ? `states ${states.ready}/${states.total}` : '', 3],
    [tokens.window > 0 ? `${tokens.used}/${view.compactTokens ?? tokens.window} tokens` : '', 0],
    [tokensPerSecond === undefined ? '' : `${speed(tokensPerSecond)} tok/s`, 2],
    [confidence === undefined ? '' : `${Math.round(100 * confidence)} %`, 0],
  ]
  const joined = (most: number) =>
    parts
      .filter(([text, spare]) => text !== '' && spare <= most)
      .map(([text]) => text)
      .join(` ${glyphs.dot} `)
  const fitting = [6, 5, 4, 3, 2, 1].map(joined).find((text) => columnWidth(text) <= columns)
  return fitting ?? joined(0)
}

/** What goes on right now, or undefined: nothing, or nothing that a person waits for. */
export function progressText(now: {
  readonly view: SessionView
  readonly progress: Progress | undefined
  /** A line was sent and has not ended. */
  readonly running: boolean
  /** Whole seconds that it took, without those in which a question waited. */
  readonly seconds: number
  readonly glyphs: Glyphs
  /** Of the running answer. */
  readonly pace?: Pace | undefined
}): string | undefined {
  const { view, progress, running, glyphs } = now
  const isLoading = view.modelState === 'loading'
  const shown =
    progress !== undefined && (running || isLoading || progress.what === 'states') ? progress : undefined
  const what = shown?.what ?? view.activity
  if (what === undefined || !(running || view.busy || isLoading || shown !== undefined)) {
    return running ? withSeconds(`working${glyphs.ellipsis}`, now) : undefined
  }
  const pace = what === 'answer' && now.pace !== undefined ? paceParts(now.pace) : []
  if (shown?.what === 'states' && shown.name !== undefined) return readingText(shown, glyphs)
  if (pace.length > 0) return [`${ACTIVITIES.answer} ${pace[0]}`, ...pace.slice(1)].join(` ${glyphs.dot} `)
  return withSeconds(`${ACTIVITIES[what]}${counts(shown, glyphs)}`, now)
}

function counts(progress: Progress | undefined, glyphs: Glyphs): string {
  if (progress === undefined || progress.total <= 0) return glyphs.ellipsis
  if (SHARES.has(progress.what)) return shareText(progress)
  const strategy = progress.name === undefined ? '' : ` ${progress.name}`
  return `${strategy} ${progress.done}/${progress.total}${leftText(progress, glyphs)}`
}

/** A tool's examples may take a minute to be read: so it is said what for, and how long. */
function readingText({ name = '', ...progress }: Progress, glyphs: Glyphs): string {
  return `reading how ${safeLine(name)} is called${shareText(progress)}${leftText(progress, glyphs)}`
}

function shareText({ done, total }: Pick<Progress, 'done' | 'total'>): string {
  return ` ${Math.floor((100 * done) / total)} %`
}

function leftText({ leftS }: Pick<Progress, 'leftS'>, glyphs: Glyphs): string {
  if (leftS === undefined) return ''
  return ` ${glyphs.dot} about ${waitText(leftS)} left`
}

function withSeconds(text: string, now: { running: boolean; seconds: number; glyphs: Glyphs }): string {
  return now.running && now.seconds >= PATIENCE_S ? `${text} ${now.glyphs.dot} ${now.seconds} s` : text
}

function modelText(view: SessionView, glyphs: Glyphs): string {
  const name = view.model === undefined ? '' : `${safeLine(view.model)} `
  switch (view.modelState) {
    case 'ready':
      return name.trim()
    case 'loading':
      return `${name}loading${glyphs.ellipsis}`
    case 'none':
      return 'no model: /model'
    case 'failed':
      return `${name}failed`
    default:
      return view.modelState satisfies never
  }
}

function speed(perSecond: number): string {
  return perSecond < 10 ? perSecond.toFixed(1) : String(Math.round(perSecond))
}
