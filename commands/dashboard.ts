import { type Command, type CommandResult, refusal } from '../source/contracts/command.ts'
import type { DashboardShelf } from '../source/contracts/dashboard.ts'

/** `/dashboard`: this session as a page in the browser. */
const dashboard: Command = {
  name: 'dashboard',
  usage: '[close]',
  summary: 'show this session as a page in the browser of this machine',
  worksDownTo: 3,
  group: 'program',
  examples: ['/dashboard', '/dashboard close'],
  help: [
    'It prints an address that is good for one visit; typed again, it prints another one. The page is served to this machine alone and loads nothing from outside.',
    'It shows and does what the chat does: messages, approvals, tools, memory, settings. `close` closes it; it also ends with the session.',
  ].join('\n'),
  run: (input, { dashboard: page }) => {
    if (page === undefined) return refusal('There is no page here; `ethervox dashboard` opens one.')
    if (input === '') return open(page)
    if (input === 'close') return close(page)
    return refusal(`\`/dashboard ${input}\` is not known; it takes ${dashboard.usage}.`)
  },
}

async function open(page: DashboardShelf): Promise<CommandResult> {
  const address = await page.open()
  const text = `Open this in a browser; it is good for one visit:\n${address}`
  return { ok: true, text, data: { open: true, address } }
}

async function close(page: DashboardShelf): Promise<CommandResult> {
  const wasOpen = await page.close()
  return wasOpen
    ? { ok: true, text: 'The page is closed.', data: { open: false } }
    : refusal('The page is not open.')
}

export default dashboard
