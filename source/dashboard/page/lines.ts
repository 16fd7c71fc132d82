// What buttons do is a line that a person could type, so that the chat beside the page shows it, too. Pure.

export const LINES = {
  enable: (tool: string) => `/tools enable ${tool}`,
  disable: (tool: string) => `/tools disable ${tool}`,
  pin: (tool: string) => `/tools pin ${tool}`,
  unpin: (tool: string) => `/tools unpin ${tool}`,
  /** Empty: the tool's own. */
  prioritize: (tool: string, priority: string) => `/tools priority ${tool} ${priority.trim() || 'own'}`,
  resume: (tool: string) => `/tools resume ${tool}`,
  editMemory: (id: number, text: string) => `/memory edit ${id} ${text}`,
  deleteMemory: (id: number) => `/memory delete ${id}`,
  undoMemory: () => '/memory undo',
  set: (name: string, value: string) => `/settings ${name} ${value}`,
  reset: (name: string) => `/settings reset ${name}`,
  loadState: (name: string) => `/states load ${name}`,
  leaveState: () => '/states off',
  repair: () => '/doctor repair',
} as const
