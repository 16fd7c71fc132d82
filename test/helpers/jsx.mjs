// Lets Node run `.tsx` in tests: type stripping does not know JSX, so esbuild translates it while loading.
// Use: node --import ./test/helpers/jsx.mjs --test …
import { readFileSync } from 'node:fs'
import { enableCompileCache, registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'esbuild'

// What is stripped and compiled once is kept for the other processes.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/tests', import.meta.url)))

registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith('.tsx')) return nextLoad(url, context)
    const path = fileURLToPath(url)
    const { code } = transformSync(readFileSync(path, 'utf8'), {
      loader: 'tsx',
      jsx: 'automatic',
      format: 'esm',
      target: 'node24',
      sourcefile: path,
      sourcemap: 'inline',
    })
    return { format: 'module', source: code, shortCircuit: true }
  },
})
