// What a browser gets of `ethervox dashboard`: one script, one sheet of styles, one page, one icon, in dist/dashboard.
import { copyFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const FOLDER = join(dirname(dirname(fileURLToPath(import.meta.url))), 'source', 'dashboard', 'page')

/** Writes them into a folder, which is made. */
export async function buildDashboardPage(outdir: string): Promise<void> {
  mkdirSync(outdir, { recursive: true })
  await build({
    entryPoints: { page: join(FOLDER, 'main.ts') },
    outdir,
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    logLevel: 'warning',
  })
  await build({ entryPoints: [join(FOLDER, 'page.css')], outdir, minify: true, logLevel: 'warning' })
  for (const name of ['page.html', 'icon.svg']) copyFileSync(join(FOLDER, name), join(outdir, name))
}
