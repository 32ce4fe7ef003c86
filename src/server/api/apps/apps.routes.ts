import type { FastifyInstance } from 'fastify';
import type { AppDeps } from './app-deps.ts';
import { registerAuthorize } from './authorize.routes.ts';
import { registerDiscovery } from './discovery.routes.ts';
import { registerOwnApps } from './own-apps.routes.ts';
import { registerRegistration } from './registration.routes.ts';
import { registerAppTokens } from './app-tokens.routes.ts';
import { registerUserApps } from './user-apps.routes.ts';

/** How command-line clients and editors sign in through the browser, and how their users and admins cut them off. */
export function registerApps(app: FastifyInstance, deps: AppDeps): void {
  registerDiscovery(app, deps);
  registerAuthorize(app, deps);
  registerAppTokens(app, deps);
  registerRegistration(app, deps);
  registerOwnApps(app, deps);
  registerUserApps(app, deps);
}
