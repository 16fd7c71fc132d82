// Python puts the folder that it is started in before its own packages, so a `pip.py` in a workspace would run as ours.
import { resolve } from 'node:path'

export interface PythonApart {
  /** The Python as it is found from another folder. */
  readonly command: string
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
}

/** How a module of this Python is run without a look at the files where we stand; `emptyFolder` is there, and the caller's to delete. */
export function pythonApart(python: string, emptyFolder: string, env: NodeJS.ProcessEnv): PythonApart {
  return {
    // A bare name is looked for in PATH.
    command: /[\\/]/.test(python) ? resolve(python) : python,
    cwd: emptyFolder,
    // From 3.11 on; older ones find nothing in an empty folder.
    env: { ...env, PYTHONSAFEPATH: '1' },
  }
}
