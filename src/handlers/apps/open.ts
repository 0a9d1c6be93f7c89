import type { FamilyWorld, OpenFamily } from '#runtime/calls/family.ts'
import { CheckThread } from './check/check-thread.ts'
import { createStoredApps } from './stored/apps.ts'
import { createAppTest } from './stored/test-app.ts'
import type { Unserved } from './unserved.ts'

/** Opens the apps: their methods, and the apps themselves at `/apps/<slug>`. */
export function openApps({ baseUrl }: FamilyWorld): OpenFamily<'apps', Unserved> {
  const thread = new CheckThread()
  return {
    handlers: { ...createStoredApps({ baseUrl, thread }), ...createAppTest(thread) },
    close: () => thread.close(),
  }
}
