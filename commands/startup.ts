import { type Command, type CommandResult, refusal } from '../source/contracts/command.ts'
import type { StartupPrompt } from '../source/contracts/startup-prompt.ts'
import { ToolFailure } from '../source/contracts/tool.ts'

/** `/startup`: the person's own text behind the system text. */
const startup: Command = {
  name: 'startup',
  group: 'setup',
  examples: ['/startup show'],
  usage: '[show|edit TEXT|reset|undo]',
  summary: 'show or change your own text behind the system text',
  worksDownTo: 3,
  help: [
    'The text tells the model how to answer, in this session and all later ones; at most 2,000 characters.',
    '`reset` takes it away, `undo` brings back the one before.',
  ].join('\n'),
  run: (input, { services: { startupPrompt } }) => {
    if (startupPrompt === undefined) return refusal('No startup prompt can be kept here.')
    const [, verb = '', text = ''] = /^(\S*)\s*([\s\S]*)$/.exec(input) ?? []
    try {
      if (verb === '' || (verb === 'show' && text === '')) return show(startupPrompt)
      if (verb === 'edit') return edit(startupPrompt, text.trim())
      if (verb === 'reset' && text === '') return reset(startupPrompt)
      if (verb === 'undo' && text === '') return undo(startupPrompt)
    } catch (error) {
      if (error instanceof ToolFailure) return refusal(error.message)
      throw error
    }
    return refusal(`\`/startup ${input}\` is not known; it takes ${startup.usage}.`)
  },
}

const NONE = 'There is no startup prompt; `/startup edit TEXT` writes one.'

function show(prompt: StartupPrompt): CommandResult {
  const text = prompt.read()
  const fault = prompt.findFault(text)
  const below = fault === undefined ? '' : `\n\nIt is left out: ${fault}`
  return { ok: true, text: text === '' ? NONE : `${shown(text)}${below}`, data: { text } }
}

/** undefined: it cannot be read, so it is another one than any. */
function textOf(prompt: StartupPrompt): string | undefined {
  try {
    return prompt.read()
  } catch (error) {
    if (error instanceof ToolFailure) return undefined
    throw error
  }
}

function edit(prompt: StartupPrompt, text: string): CommandResult {
  if (text === '')
    return refusal('`/startup edit` takes the text; `/startup reset` takes the one that is there away.')
  const fault = prompt.findFault(text)
  if (fault !== undefined) return refusal(fault)
  if (textOf(prompt) === text)
    return { ok: true, text: 'The startup prompt is this text already.', data: { text } }
  return done(prompt, prompt.update(text))
}

function reset(prompt: StartupPrompt): CommandResult {
  if (textOf(prompt) === '') return refusal(NONE)
  return done(prompt, prompt.update(''))
}

function undo(prompt: StartupPrompt): CommandResult {
  return prompt.undo()
    ? done(prompt)
    : refusal('There is no startup prompt before this one; `/startup` shows what there is.')
}

/** `aside`: where what was there and could not be read lies now. */
function done(prompt: StartupPrompt, aside?: string): CommandResult {
  const text = prompt.read()
  const now = text === '' ? 'The startup prompt is gone' : `The startup prompt is now:\n${shown(text)}\nIt`
  const back = text === '' ? '`/startup undo` brings it back.' : '`/startup undo` takes it back.'
  const then = aside === undefined ? back : `the file that could not be read is now \`${aside}\`.`
  // An earlier text may be one that a person put there by hand, which nobody checked.
  const fault = text === '' ? undefined : prompt.findFault(text)
  if (fault !== undefined) return { ok: true, text: `${now} is left out: ${fault} ${back}`, data: { text } }
  const rest = text === '' ? `; ${then}` : ` counts from the next message on; ${then}`
  return { ok: true, text: `${now}${rest}`, data: { text } }
}

/** Text that cannot move the cursor. */
function shown(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, '�')
}

export default startup
