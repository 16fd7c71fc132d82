// The dashboard in a real browser, where this machine has one; elsewhere skipped, and the reason is printed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { examine, findChromium, openBrowser, tabTo, until } from '../helpers/browser.ts'
import { openScene } from './browser-scene.ts'

const MOST_BYTES = 300_000
/** All but the doctor, whose checks of the machine take as long as they take. Name in the address, title, and whether it draws a chart here. */
const PAGES = [
  ['live', 'Live session', false],
  ['tools', 'Tools', false],
  ['index', 'Index', true],
  ['router', 'Router', true],
  ['lanes', 'Lanes', true],
  ['states', 'States and disk', false],
  ['memory', 'Memory', false],
  ['runs', 'Evaluation', true],
  ['optimizer', 'Optimizer', false],
  ['analytics', 'Analytics', true],
  ['settings', 'Settings', false],
] as const
const LOOKS = [
  ['light', 1280, 800],
  ['dark', 1280, 800],
  ['dark', 390, 844],
] as const
/** Of every chart: whether something is drawn in it, how wide it is, and the room it has. */
const CHARTS = `[...document.querySelectorAll('figure')].map((figure) => {
  const canvas = figure.querySelector('canvas')
  if (canvas === null) return { drawn: false }
  // Looked at again and again, which the browser says of a canvas that is not made for it.
  const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true })
  copy.drawImage(canvas, 0, 0)
  const colours = new Set(new Uint32Array(copy.getImageData(0, 0, canvas.width, canvas.height).data.buffer))
  return {
    drawn: colours.size > 3,
    fits: canvas.getBoundingClientRect().width <= figure.getBoundingClientRect().width,
    named: canvas.getAttribute('role') === 'img' && canvas.getAttribute('aria-label') !== '',
    rows: figure.querySelectorAll('tbody tr').length,
  }
})`
const program = findChromium()
const skip =
  program === undefined && 'no Chromium is installed; `ETHERVOX_CHROMIUM` may name one that is elsewhere.'
if (skip !== false) process.stderr.write(`skipped: the dashboard in a real browser: ${skip}\n`)

test('in a real browser every page is small, accessible, within its policy, and goes by keyboard', {
  skip,
  timeout: 300_000,
}, async (t) => {
  const scene = await openScene()
  t.after(() => scene.done())
  const browser = await openBrowser(program ?? '')
  t.after(() => browser.close())
  const page = await browser.newPage()
  const asked: string[] = []
  const faults: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  page.on('pageerror', (error) => faults.push(error.message))
  // What the policy refuses is an error of the console.
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text())
  })
  await t.test('the first load is at most 300 KB', async () => {
    await page.goto(await scene.shelf.open())
    await until(page, "document.querySelectorAll('.turns > li').length > 3")
    const bytes = await page.evaluate<number>(
      "[...performance.getEntriesByType('resource'), ...performance.getEntriesByType('navigation')].reduce((sum, one) => sum + one.transferSize, 0)",
    )
    assert.ok(bytes > 10_000 && bytes <= MOST_BYTES, `${bytes} bytes`)
    assert.ok(!page.url().includes('token'), page.url())
    assert.equal(await page.evaluate<string>('document.cookie'), '')
  })
  for (const [colorScheme, width, height] of LOOKS)
    await t.test(`no serious finding of axe: ${colorScheme}, ${width} pixels wide`, async () => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height })
      for (const [name, title, hasChart] of PAGES) {
        await openPage(page, name, title)
        await look(page, name, hasChart)
      }
    })
  await t.test('charts follow light and dark while they are looked at', async () => {
    await openPage(page, 'runs', 'Evaluation')
    await until(page, "document.querySelector('canvas') !== null")
    const draw = "document.querySelector('canvas').toDataURL()"
    const dark = await page.evaluate<string>(draw)
    await page.emulateMedia({ colorScheme: 'light' })
    await until(page, `${draw} !== ${JSON.stringify(dark)}`)
  })
  await t.test('a tool is switched off with keys alone', () => switchOff(page, scene.session))
  assert.deepEqual(faults, [], 'the page is quiet')
  assert.deepEqual(
    asked.filter((url) => !url.startsWith(`${scene.own}/`)),
    [],
    'nothing is asked elsewhere',
  )
  assert.equal(await page.evaluate('window.hit'), undefined, 'markup of the session is not run')
})

async function openPage(page: Page, name: string, title: string): Promise<void> {
  await page.evaluate(`location.hash = '#${name}'`)
  await until(
    page,
    `document.querySelector('h1')?.textContent === ${JSON.stringify(title)} && !document.querySelector('main').textContent.includes('Loading…')`,
  )
}

async function look(page: Page, name: string, hasChart: boolean): Promise<void> {
  if (name === 'router')
    await page.evaluate(
      "document.querySelector('main input').value = 'what is 17 times 23?'; document.querySelector('main form').requestSubmit()",
    )
  if (hasChart) await until(page, "document.querySelector('figure') !== null")
  // A chart draws in the frame after the one that it is set up in, and the page may be filled once more meanwhile.
  await until(page, `(window.charts = ${CHARTS}).every(({ drawn }) => drawn)`)
  for (const chart of await page.evaluate<readonly { rows: number }[]>('window.charts')) {
    assert.deepEqual({ ...chart, rows: 0 }, { drawn: true, fits: true, named: true, rows: 0 }, name)
    assert.ok(chart.rows > 0, `${name}: no table beside a chart`)
  }
  assert.ok(
    (await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')) <= 0,
    `${name} is too wide`,
  )
  const found = await examine(page)
  assert.deepEqual(
    found.filter(({ impact }) => impact === 'serious' || impact === 'critical'),
    [],
    name,
  )
}

async function switchOff(
  page: Page,
  session: Awaited<ReturnType<typeof openScene>>['session'],
): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 })
  await openPage(page, 'tools', 'Tools')
  await until(
    page,
    "document.activeElement?.tagName === 'H1' && document.querySelector('main table') !== null",
  )
  await tabTo(page, "document.activeElement?.dataset.key?.startsWith('Disable ')")
  const tool = await page.evaluate<string>("document.activeElement.dataset.key.slice('Disable '.length)")
  assert.ok(session.role.tools.isEnabled(tool), tool)
  await page.keyboard.press('Enter')
  await until(
    page,
    `[...document.querySelectorAll('[data-key]')].some((one) => one.dataset.key === 'Enable ${tool}')`,
  )
  assert.ok(!session.role.tools.isEnabled(tool), `${tool} is still on`)
}
