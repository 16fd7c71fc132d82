// A real Chromium without a window, for the tests and measurements that need one, and axe's rules for what is on its page.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
const PATIENCE_MS = 20_000

/** What axe says against a page. */
export interface Finding {
  readonly id: string
  readonly impact: 'minor' | 'moderate' | 'serious' | 'critical' | null
  /** Beginnings of the elements. */
  readonly nodes: readonly string[]
}

/** The browser's program: `ETHERVOX_CHROMIUM`, or the one that is installed; undefined: there is none. */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | undefined {
  if (env.ETHERVOX_CHROMIUM !== undefined) return env.ETHERVOX_CHROMIUM
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), MAC].find(existsSync)
}

/** Opens it. Throws where `executablePath` is no browser. */
export function openBrowser(executablePath: string): Promise<Browser> {
  // A browser that runs as root has no sandbox.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launch({ executablePath, args, timeout: PATIENCE_MS })
}

/** The policy of the dashboard forbids the browser's own waiting by expressions, so it is asked from here. */
export async function until(page: Page, wanted: string, patienceMs = PATIENCE_MS): Promise<void> {
  const giveUpAt = performance.now() + patienceMs
  // Between two pages there is nothing to ask.
  const look = () => page.evaluate<boolean>(`Boolean(${wanted})`).catch(() => false)
  while (!(await look())) {
    if (performance.now() > giveUpAt) throw new Error(`it never came to: ${wanted}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** Presses Tab until it is so. Throws where no key leads there. */
export async function tabTo(page: Page, wanted: string): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    if (await page.evaluate<boolean>(`Boolean(${wanted})`)) return
    await page.keyboard.press('Tab')
  }
  assert.fail(`no key leads to: ${wanted}`)
}

/** All that axe finds on the page as it stands. */
export async function examine(page: Page): Promise<readonly Finding[]> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(rules())
  return page.evaluate<readonly Finding[]>(
    'axe.run(document).then(({ violations }) => violations.map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.map(({ html }) => html.slice(0, 100)) })))',
  )
}

function rules(): string {
  return readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
}
