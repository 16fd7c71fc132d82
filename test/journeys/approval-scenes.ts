// Journeys about approvals. The program's own tools only read, so these bring one that writes, into a copy of the workspace.
import type { ApprovalAnswer } from '../../source/contracts/session.ts'
import type { ChatSession } from '../../source/session/session.ts'
import { addFileWrite } from '../helpers/file-write.ts'
import type { Scene } from './run-journey.ts'

const WITH_FILE_WRITE: Pick<Scene, 'on' | 'ownWorkspace' | 'script'> = {
  ownWorkspace: true,
  on: (event, session) => {
    if (event.type === 'model.ready') addFileWrite(session)
  },
  script: {
    calls: { 'save the plan': '{"path":"plan.txt","content":"Paint the boat.\\n"}' },
    answers: { 'save the plan': 'I did not write it: you said that it belongs into todo.md.' },
  },
}

export const APPROVAL_SCENES: { readonly [name: string]: Scene } = {
  approvals: {
    ...WITH_FILE_WRITE,
    title: 'permissions are listed, given, taken back and kept, and the preset holds for the session',
    showHome: true,
  },
  'dry-run': {
    ...WITH_FILE_WRITE,
    title: 'a dry run tells what would be written, runs what reads, and ends when it is told to',
    flags: { dryRun: true, approve: 'write' },
  },
  'user-denied': {
    ...WITH_FILE_WRITE,
    title: 'a call that the person refuses is not run, and the reason is told to the model',
    flags: { approve: 'ask' },
    prepare: (session) =>
      answerWith(session, [
        { decision: 'denied', reason: 'it belongs into todo.md' },
        { decision: 'denied' },
        { decision: 'session' },
      ]),
  },
  'approve-none': {
    title: 'with approval none a call is decided, reported and not run',
    flags: { approve: 'none' },
    script: {
      calls: { 'read notes.txt': '{"path":"notes.txt"}' },
      answers: { 'read notes.txt': 'I could not read notes.txt: it was not allowed.' },
    },
  },
  edited: {
    ...WITH_FILE_WRITE,
    title: 'arguments that the person edited are called again, and they are what runs',
    flags: { approve: 'ask' },
    prepare: (session) =>
      answerWith(session, [
        { decision: 'edited', arguments: '{"path":"todo.txt","content":"Paint the boat.\\n"}' },
        { decision: 'once' },
      ]),
  },
}

/** Gives each question the next answer. */
function answerWith(session: ChatSession, answers: readonly ApprovalAnswer[]): void {
  const left = [...answers]
  session.subscribe((event) => {
    const { pending } = session.view
    const answer = event.type === 'view' && pending !== undefined ? left.shift() : undefined
    if (pending !== undefined && answer !== undefined) session.decide(pending.call, answer)
  })
}
