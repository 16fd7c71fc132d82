// Tries to get out through the functions of a plugin's host: code, and what it must come to. `host-gate.test.ts` runs them.
import type { Risk } from '../../source/contracts/tool.ts'

/** `attempt`: it is counted as one; `failure`: it fails without one; `value`: it comes to that and nothing else. */
export type End = 'attempt' | 'failure' | { readonly value: unknown }
export type Try = readonly [code: string, end: End, risk?: Risk]

export const FILES: { readonly [name: string]: Try } = {
  'a file beside the folder': ['return host.readFile("workspace/private.txt")', 'attempt'],
  'up and out': ['return host.readFile("workspace/open/../private.txt")', 'attempt'],
  'a name that begins alike': ['return host.readFile("workspace/opener/x.txt")', 'attempt'],
  'an absolute path': ['return host.readFile(args.folder + "/outside/secret.txt")', 'attempt'],
  'an absolute path of the system': ['return host.readFile("/etc/passwd")', 'attempt'],
  'the home of the person': ['return host.readFile("~/.ssh/id_rsa")', 'attempt'],
  'the settings of the program by way of its data': [
    'return host.readFile("data/../../../settings.json")',
    'attempt',
  ],
  'its own code by way of its data': ['return host.readFile("data/../plugin.json")', 'attempt'],
  'a relative path': ['return host.readFile("../outside/secret.txt")', 'attempt'],
  'an address of a file': ['return host.readFile("file:///etc/passwd")', 'attempt'],
  'a NUL in a path': ['return host.readFile("workspace/open/notes.txt\\0/../../private.txt")', 'attempt'],
  'the memory of the process': ['return host.readFile("/proc/self/environ")', 'attempt'],
  'a link to a file': ['return host.readFile("workspace/open/file-link")', 'attempt'],
  'a file behind a link to a folder': [
    'return host.readFile("workspace/open/folder-link/secret.txt")',
    'attempt',
  ],
  'a link that leads up': ['return host.readFile("workspace/open/up/private.txt")', 'attempt'],
  'a permission that is a link out of the workspace': [
    'return host.readFile("workspace/linked/secret.txt")',
    'attempt',
  ],
  'a link in its data': ['return host.readFile("data/out/secret.txt")', 'attempt'],
  'a folder beside the folder': ['return host.listFolder("workspace")', 'attempt'],
  'the folder behind a link': ['return host.listFolder("workspace/open/folder-link")', 'attempt'],
  'the root': ['return host.listFolder("/")', 'attempt'],
  'an object that reads like a path': ['return host.readFile({ toString: () => "/etc/passwd" })', 'failure'],
  'a path that changes when it is read again': [
    'let n = 0; return host.readFile({ toJSON: () => (n++ ? "/etc/passwd" : "workspace/private.txt") })',
    'attempt',
  ],
  'no path': ['return host.readFile()', 'failure'],
  'writing where it may only read': ['return host.writeFile("workspace/open/notes.txt", "mine")', 'attempt'],
  'writing beside the folder': ['return host.writeFile("workspace/made.txt", "mine")', 'attempt'],
  'writing behind a link': ['return host.writeFile("workspace/made/out/new.txt", "mine")', 'attempt'],
  'writing through a link to nothing': [
    'return host.writeFile("workspace/made/dangling", "mine")',
    'failure',
  ],
  'writing its own code': ['return host.writeFile("data/../1.0.0/tool.js", "mine")', 'attempt'],
  'writing what git runs': [
    'return host.writeFile("workspace/made/.git/hooks/post-commit", "mine")',
    'attempt',
  ],
  'writing what git runs by way of a permission that is a link': [
    'return host.writeFile("workspace/hooks/pre-commit", "mine")',
    'attempt',
  ],
  'writing what this program takes from a workspace': [
    'return host.writeFile("workspace/made/.ethervox/tools/new.md", "mine")',
    'attempt',
  ],
  'writing beside a place that is not there yet': [
    'return host.writeFile("workspace/later.txt", "mine")',
    'attempt',
  ],
  'writing out of a place that is not there yet': [
    'return host.writeFile("workspace/later/../made.txt", "mine")',
    'attempt',
  ],
  'reading beside a place that is not there yet': [
    'return host.readFile("workspace/private.txt")',
    'attempt',
  ],
  'writing in a place that is not there yet behind a link': [
    'return host.writeFile("workspace/linked/later/new.txt", "mine")',
    'attempt',
  ],
  'asking what is behind a link by a place that is not there': [
    'return host.readFile("workspace/linked/later/new.txt")',
    'attempt',
  ],
  'writing with a tool that reads': ['return host.writeFile("data/new.txt", "mine")', 'attempt', 'read'],
  'filling the disk': [
    'for (let n = 0; n < 50; n++) await host.writeFile("data/" + n, "x".repeat(900_000)); return 1',
    'failure',
  ],
}

export const WORLD: { readonly [name: string]: Try } = {
  'another port of the host': ['return host.fetch(OTHER)', 'attempt'],
  'a redirect to another host': ['return host.fetch(BASE + "/away")', 'attempt'],
  'another host': ['return host.fetch("https://example.org/")', 'attempt'],
  'the host in another place of the address': [
    'return host.fetch("https://example.org/@" + BASE.slice(7) + "/")',
    'attempt',
  ],
  'the host as the name of a user': [
    'return host.fetch("http://" + BASE.slice(7) + "@example.org/")',
    'failure',
  ],
  'the host by another name': ['return host.fetch(BASE.replace("127.0.0.1", "localhost"))', 'attempt'],
  'a file by fetching': ['return host.fetch("file:///etc/passwd")', 'failure'],
  'data by fetching': ['return host.fetch("data:text/plain,x")', 'failure'],
  'the network with a tool that reads': ['return host.fetch(BASE)', 'attempt', 'read'],
  'a header that names another host': [
    'return host.fetch(BASE, { headers: { host: "example.org" } })',
    'failure',
  ],
  'a header with a line break': [
    'return host.fetch(BASE, { headers: { "x-a": "b\\r\\nhost: c" } })',
    'failure',
  ],
  'a variable that is not named': ['return host.environment("KEY")', 'attempt'],
  'all variables': ['return host.environment("*")', 'attempt'],
  'a name on the prototype of the environment': ['return host.environment("constructor")', 'attempt'],
  'a function that the host does not have': [
    'return typeof host.exec + typeof host.spawn + typeof host.require',
    { value: 'undefinedundefinedundefined' },
  ],
  'a host with another function': ['host.exec = 1; return Object.keys(host).length', 'failure'],
  'the constructor of a function of the host': [
    'return host.readFile.constructor("return typeof process + typeof require")()',
    { value: 'undefinedundefined' },
  ],
  'the constructor of what the host throws': [
    'try { await host.readFile("workspace/open/none") } catch (e) { return e.constructor.constructor("return typeof process")() }',
    { value: 'undefined' },
  ],
  'the constructor of what the host gives': [
    'return (await host.listFolder("data")).constructor.constructor("return typeof process")()',
    { value: 'undefined' },
  ],
  'a prototype among the arguments': [
    'return host.fetch(BASE, JSON.parse(\'{"__proto__": {"polluted": 1}}\'))',
    'attempt',
  ],
  'a prototype put on every object': [
    'Object.prototype.headers = { "x-a": "1" }; Array.prototype.toJSON = () => ["/etc/passwd"]; return host.readFile("data/kept.txt")',
    'attempt',
  ],
  'another JSON and another promise': [
    'JSON.stringify = () => \'["/etc/passwd"]\'; Promise.prototype.then = () => "mine"; const text = await host.readFile("data/kept.txt"); return { text }',
    { value: { text: 'kept' } },
  ],
  'an import of another file of the plugin': ['return import("./other.js")', 'failure'],
}

/** Each must end as one of these, and long before the limit of a call that waits. */
export const FLOODS: { readonly [name: string]: readonly [code: string, ends: readonly string[]] } = {
  'asking without end': ['for (;;) host.environment("ALLOWED")', ['flood', 'timeout', 'memory']],
  'asking without end, one by one': ['for (;;) await host.environment("ALLOWED")', ['flood']],
  'handing over too much': [
    'const a = "x".repeat(3_000_000); for (;;) await host.environment(a).catch(() => 0)',
    ['flood', 'memory'],
  ],
  'a loop while an answer is awaited': ['host.fetch(BASE + "/slow"); for (;;);', ['timeout']],
  'a loop within the interpreter behind an answer': [
    'await host.environment("ALLOWED"); return [].indexOf.call({ length: 2 ** 50 }, 1)',
    ['timeout'],
  ],
  'a regular expression behind an answer': [
    'await host.environment("ALLOWED"); return /^(a+)+$/.test("a".repeat(60) + "b")',
    ['timeout'],
  ],
  'a memory bomb behind an answer': [
    'await host.environment("ALLOWED"); const a = []; for (;;) a.push("x".repeat(1_000_000) + a.length)',
    ['memory', 'timeout'],
  ],
  'a promise that never ends behind an answer': [
    'await host.environment("ALLOWED"); return new Promise(() => {})',
    ['never_ends'],
  ],
}
