declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  /** The parts of the provider that tests use; the package has no types. */
  export default class Provider {
    constructor(issuer: string, configuration: object)
    callback(): (req: IncomingMessage, res: ServerResponse) => Promise<void>
    interactionFinished(req: IncomingMessage, res: ServerResponse, result: object): Promise<void>
    readonly Grant: new (
      of: object,
    ) => { addOIDCScope(scope: string): void; save(): Promise<string> }
  }
}
