// The page in the browser: a list of pages, the one that is open, and the live session, which goes on behind the others.
import type { SessionView } from '../../contracts/session.ts'
import { command, type Done } from './api.ts'
import { button, fill, h } from './dom.ts'
import { listen } from './events.ts'
import { drawAnalytics, drawOptimizer, drawRuns } from './figure-pages.ts'
import { Live } from './live.ts'
import type { DrawPage, PageTools } from './page.ts'
import { drawDoctor, drawSettings } from './program-pages.ts'
import { drawLanes, drawMemory, drawStates } from './session-pages.ts'
import { drawIndex, drawRouter, drawTools } from './tools-page.ts'

interface Page {
  readonly name: string
  readonly title: string
  /** undefined: the live session. */
  readonly draw: DrawPage | undefined
}

const LIVE: Page = { name: 'live', title: 'Live session', draw: undefined }
const PAGES: readonly Page[] = [
  LIVE,
  { name: 'tools', title: 'Tools', draw: drawTools },
  { name: 'index', title: 'Index', draw: drawIndex },
  { name: 'router', title: 'Router', draw: drawRouter },
  { name: 'lanes', title: 'Lanes', draw: drawLanes },
  { name: 'states', title: 'States and disk', draw: drawStates },
  { name: 'memory', title: 'Memory', draw: drawMemory },
  { name: 'runs', title: 'Evaluation', draw: drawRuns },
  { name: 'optimizer', title: 'Optimizer', draw: drawOptimizer },
  { name: 'analytics', title: 'Analytics', draw: drawAnalytics },
  { name: 'settings', title: 'Settings', draw: drawSettings },
  { name: 'doctor', title: 'Doctor', draw: drawDoctor },
]

/** How long a sentence stays at the edge of the page. */
const SAID_MS = 8_000

const [nav, main, said, standing, lost, skip] = ['nav', 'content', 'said', 'standing', 'lost', 'skip'].map(
  (id) => document.getElementById(id) as HTMLElement,
) as [HTMLElement, HTMLElement, HTMLElement, HTMLElement, HTMLElement, HTMLElement]

let silence: ReturnType<typeof setTimeout> | undefined
let drawn = 0
/** Names of this page's commands that were not done when it was drawn. */
let late: readonly string[] = []

const live = new Live(say)
const tools: PageTools = {
  say,
  redraw: () => void draw(false),
  ask: async (line) => {
    try {
      const done: Done = await command(line)
      say(done.text)
      return done
    } catch (error) {
      say(messageOf(error))
      return undefined
    }
  },
  run: (line) =>
    void tools.ask(line).then((done) => {
      if (done?.later) late = [...late, nameIn(line)]
      return draw(false)
    }),
}

listen({
  onAnew: () => live.anew(),
  onEvent: (event) => {
    live.show(event)
    const at = event.type === 'command' ? late.indexOf(event.name) : -1
    if (at < 0) return
    late = late.toSpliced(at, 1)
    if (pageNow() !== LIVE) void draw(false)
  },
  onView: (view) => {
    standing.textContent = standingOf(view)
    live.view(view)
  },
  onLost: (why) => {
    lost.hidden = why === undefined
    lost.textContent = why ?? ''
  },
})
window.addEventListener('hashchange', () => void draw(true))
// The address of the page says which one is open, so the skip link must not change it.
skip.addEventListener('click', (event) => {
  event.preventDefault()
  main.focus()
})
void draw(false)

function pageNow(): Page {
  return PAGES.find(({ name }) => `#${name}` === location.hash) ?? LIVE
}

/** `isNew`: the person went to another page, so the heading takes the focus. */
async function draw(isNew: boolean): Promise<void> {
  const page = pageNow()
  const mine = ++drawn
  document.title = `${page.title} – ethervox`
  drawNav(page)
  const key = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.key : undefined
  const heading = h('h1', { tabindex: -1 }, page.title)
  if (page.draw === undefined) {
    fill(main, live.element)
    live.toEnd()
  } else {
    if (isNew) fill(main, heading, h('p', { class: 'quiet' }, 'Loading…'))
    const content = await page
      .draw(tools)
      .catch((error: unknown) => [
        h('p', { class: 'bad' }, messageOf(error)),
        button('Try again', tools.redraw),
      ])
    // Another page was opened meanwhile.
    if (mine !== drawn) return
    fill(main, heading, ...content)
  }
  if (isNew) main.querySelector('h1')?.focus()
  else if (key !== undefined) keyed(key)?.focus()
}

function keyed(key: string): HTMLElement | undefined {
  return [...main.querySelectorAll<HTMLElement>('[data-key]')].find(({ dataset }) => dataset.key === key)
}

function drawNav(now: Page): void {
  const links = PAGES.map((page) =>
    h('li', {}, h('a', { href: `#${page.name}`, 'aria-current': page === now && 'page' }, page.title)),
  )
  const focused = document.activeElement instanceof HTMLAnchorElement && nav.contains(document.activeElement)
  fill(nav, h('ul', {}, ...links))
  if (focused) nav.querySelector<HTMLElement>('[aria-current]')?.focus()
}

function nameIn(line: string): string {
  return line.slice(1).split(/\s/, 1)[0] ?? ''
}

function say(text: string): void {
  said.textContent = text
  clearTimeout(silence)
  silence = setTimeout(() => {
    said.textContent = ''
  }, SAID_MS)
}

function standingOf(view: SessionView): string {
  const model = view.model ?? 'no model'
  const state = view.modelState === 'ready' ? model : `${model}: ${view.modelReason ?? view.modelState}`
  return [
    state,
    `${view.tokens.used} of ${view.tokens.window} tokens`,
    `${view.tools.enabled} of ${view.tools.total} tools`,
    `level ${view.level}`,
    ...(view.secret ? ['secret'] : []),
    view.busy ? `works (${view.activity ?? 'turn'})` : 'idle',
  ].join(' · ')
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
