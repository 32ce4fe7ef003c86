import { Type, type Static } from 'typebox';
import { chartTimes } from './figures.ts';
import { dataOf, isoTime, nullable } from '../wire/schema-parts.ts';

export const DeploymentParams = Type.Object(chartTimes);

export const DeploymentItem = Type.Object(
  {
    service: Type.String({
      description: '`service.name` of the resource.',
      examples: ['support-agent'],
    }),
    version: Type.String({
      description: '`service.version` of the resource.',
      examples: ['1.4.2'],
    }),
    environment: nullable(Type.String(), {
      description:
        '`deployment.environment.name` of the resource (or the older `deployment.environment`); null where it says none.',
      examples: ['production'],
    }),
    time: isoTime('Start of the first span of this version.'),
    replaced: Type.Array(Type.String(), {
      description: 'The versions of which there were spans in the half hour before.',
    }),
  },
  { title: 'Deployment' },
);
export type DeploymentItem = Static<typeof DeploymentItem>;

export const DeploymentsReply = dataOf(
  Type.Array(DeploymentItem, { description: 'Oldest first; the newest 200 of the window.' }),
);
