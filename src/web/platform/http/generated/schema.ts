// Generated from openapi.json by `npm run openapi`. Do not edit.

export interface paths {
  "/.well-known/oauth-authorization-server": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** How apps sign in */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["AuthorizationServer"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/.well-known/oauth-protected-resource": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Where tokens come from */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["ProtectedResource"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/api-keys": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List API keys */
    get: {
      parameters: {
        query?: {
          /** Only keys of this state. */
          state?: "active" | "expired" | "revoked";
          /** Only keys of this kind. */
          kind?: "user" | "system";
          /** Cursor of the page, as the reply before gave it. Opaque. */
          cursor?: string;
          /** Rows in a page, 1 to 1,000. */
          limit?: number;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["ApiKeyList"];
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    /** Make an API key */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["CreateApiKeyRequestBody"];
      } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["NewApiKey"];
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/api-keys/usage": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Use of all API keys */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            /** Keys with requests in the last seven days, the busiest first, at most 1,000. */
            data: (components['schemas']["ApiKeyUsageSummary"])[];
          };
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/api-keys/{id}": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Read an API key */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID of the key. */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["ApiKeyDetails"];
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    /** Revoke an API key */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID of the key. */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/api-keys/{id}/rotate": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Rotate an API key */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID of the key. */
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["RotateApiKeyRequestBody"];
      } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RotatedApiKey"];
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        409: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/api-keys/{id}/usage": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Use of an API key */
    get: {
      parameters: {
        query?: {
          /** From the hour of this time on; by default a week before the end. */
          start_time?: string;
          /** Up to this time; now by default. */
          end_time?: string;
          /** The interval of the series, in UTC; by default `hour` for up to three days, else `day`. */
          interval?: "hour" | "day";
        };
        header?: never;
        path: {
          /** Global ID of the key. */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["ApiKeyUsage"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/audit-logs": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List the audit log */
    get: {
      parameters: {
        query?: {
          /** Global ID of an API key: what it did, and what was done to it. */
          api_key_id?: string;
          /** Who did it: the e-mail address or Global ID of a user, for what their keys and apps did too, or the name of a key. */
          actor?: string;
          /** The action. */
          action?: "key.create" | "key.update" | "key.rotate" | "key.revoke" | "key.use" | "user.create" | "user.update" | "user.delete" | "user.unlock" | "user.suspend" | "user.restore" | "session.create" | "session.refresh" | "session.end" | "session.end_all" | "app.register" | "app.approve" | "app.deny" | "app.connect" | "app.replay" | "app.revoke" | "password.change" | "password.request_reset" | "password.reset" | "secret.change" | "secret.delete" | "limit.change" | "setting.change" | "alert_rule.create" | "alert_rule.update" | "alert_rule.delete" | "alert_channel.create" | "alert_channel.update" | "alert_channel.delete" | "alert_channel.test" | "retention_policy.create" | "retention_policy.update" | "retention_policy.delete" | "retention_policy.assign" | "retention_policy.apply" | "own_model_price.create" | "own_model_price.update" | "own_model_price.delete" | "annotation_config.create" | "annotation_config.update" | "annotation_config.delete" | "annotation_config.assign" | "project.create" | "project.update" | "project.delete" | "project.clear" | "view.delete" | "reread.start" | "reread.stop" | "reread.resume" | "reread.finish" | "trace.delete" | "trace.transfer" | "trace.export" | "span.delete" | "span.export" | "session_data.delete" | "annotation.delete" | "evaluation.export" | "dataset.delete" | "dataset.revert" | "dataset.export" | "dataset_example.change" | "dataset_example.delete" | "dataset_split.delete" | "dataset_label.delete" | "dataset_label.remove" | "experiment.create" | "experiment.update" | "experiment.delete" | "experiment.export" | "experiment_tag.set" | "experiment_tag.delete" | "experiment_evaluation.delete" | "job.cancel" | "audit_log.export" | "audit_log.verify" | "audit_log.prune" | "authentication.fail" | "authorization.deny";
          /** How it ended. */
          result?: "success" | "refused" | "failed" | "denied" | "interrupted";
          /** Rows from then on. */
          start_time?: string;
          /** Rows before then. */
          end_time?: string;
          /** Cursor of the page, as the reply before gave it. Opaque. */
          cursor?: string;
          /** Rows in a page, 1 to 1,000. */
          limit?: number;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["AuditEntry"])[];
            /** Cursor of the next page; null at the end. */
            next_cursor: string | null;
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/audit-logs/jsonl": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Export the audit log */
    get: {
      parameters: {
        query?: {
          /** Global ID of an API key: what it did, and what was done to it. */
          api_key_id?: string;
          /** Who did it: the e-mail address or Global ID of a user, for what their keys and apps did too, or the name of a key. */
          actor?: string;
          /** The action. */
          action?: "key.create" | "key.update" | "key.rotate" | "key.revoke" | "key.use" | "user.create" | "user.update" | "user.delete" | "user.unlock" | "user.suspend" | "user.restore" | "session.create" | "session.refresh" | "session.end" | "session.end_all" | "app.register" | "app.approve" | "app.deny" | "app.connect" | "app.replay" | "app.revoke" | "password.change" | "password.request_reset" | "password.reset" | "secret.change" | "secret.delete" | "limit.change" | "setting.change" | "alert_rule.create" | "alert_rule.update" | "alert_rule.delete" | "alert_channel.create" | "alert_channel.update" | "alert_channel.delete" | "alert_channel.test" | "retention_policy.create" | "retention_policy.update" | "retention_policy.delete" | "retention_policy.assign" | "retention_policy.apply" | "own_model_price.create" | "own_model_price.update" | "own_model_price.delete" | "annotation_config.create" | "annotation_config.update" | "annotation_config.delete" | "annotation_config.assign" | "project.create" | "project.update" | "project.delete" | "project.clear" | "view.delete" | "reread.start" | "reread.stop" | "reread.resume" | "reread.finish" | "trace.delete" | "trace.transfer" | "trace.export" | "span.delete" | "span.export" | "session_data.delete" | "annotation.delete" | "evaluation.export" | "dataset.delete" | "dataset.revert" | "dataset.export" | "dataset_example.change" | "dataset_example.delete" | "dataset_split.delete" | "dataset_label.delete" | "dataset_label.remove" | "experiment.create" | "experiment.update" | "experiment.delete" | "experiment.export" | "experiment_tag.set" | "experiment_tag.delete" | "experiment_evaluation.delete" | "job.cancel" | "audit_log.export" | "audit_log.verify" | "audit_log.prune" | "authentication.fail" | "authorization.deny";
          /** How it ended. */
          result?: "success" | "refused" | "failed" | "denied" | "interrupted";
          /** Rows from then on. */
          start_time?: string;
          /** Rows before then. */
          end_time?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/x-ndjson": string;
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/audit-logs/verification": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Whether the audit log is as it was written */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["AuditVerification"];
          };
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    /** Have the audit log verified now */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        202: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["AuditVerification"];
          };
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        507: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/limits": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Limits and who is near them */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["Limits"];
          };
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/projects": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List projects, other path */
    get: {
      parameters: {
        query?: {
          /** Cursor of the page, as the reply before gave it. Opaque. */
          cursor?: string;
          /** Rows in a page, 1 to 1,000. */
          limit?: number;
          /** Part of the name, compared without case. */
          name_contains?: string;
          /** Also list projects that belong to experiments. */
          include_experiment_projects?: boolean;
          /** Also list projects that belong to dataset evaluators. */
          include_dataset_evaluator_projects?: boolean;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["Project"])[];
            /** Cursor of the next page; null at the end. */
            next_cursor: string | null;
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/arize_phoenix_version": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Compatible version */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "text/plain": string;
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/auth.md": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** How to get a credential */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "text/markdown": string;
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/auth/config": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** How one signs in */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["SignInConfig"];
          };
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/auth/ldap/login": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Sign in by a directory */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": {
          /** The name in the directory. */
          username?: string;
          /** The password there. */
          password?: string;
        };
      } };
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        405: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/auth/login": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Sign in by password */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": {
          /** E-mail address; blanks round it and case do not count. */
          email: string;
          /** The password. */
          password: string;
        };
      } };
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/auth/logout": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Sign out by a link */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Redirect"];
        } };
        302: { headers: { [name: string]: unknown }; content?: never };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    /** Sign out */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": {
          /** Ends every session of the user, on all devices, and cuts off their apps. */
          everywhere?: boolean;
        };
      } };
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/auth/password-reset": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Choose a password by a link */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": {
          /** From the link. */
          token: string;
          /** The new password. */
          password: string;
        };
      } };
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/auth/password-reset-email": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Mail a link to a new password */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": {
          /** E-mail address of the account. */
          email: string;
        };
      } };
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/auth/refresh": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Renew the session */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/health": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Liveness */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Liveness"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/healthz": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Liveness, other spelling */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "text/plain": string;
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/oauth2/authorize": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Request authorization */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Redirect"];
        } };
        302: { headers: { [name: string]: unknown }; content?: never };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/oauth2/authorize/decision": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Let an app in, or not */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": {
          /** The request, as the address of the page holds it. */
          request: string;
          /** Whether the app may act for you. */
          approved: boolean;
          /** For an app that requests no scope: the access to grant. `read-only` by default; 422 for an app that requests scopes. */
          level?: "read-only" | "read-write";
        };
      } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: {
              /** Where the browser goes now. */
              redirect_to: string;
            };
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/oauth2/authorize/request": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Get an app’s request */
    get: {
      parameters: {
        query: {
          /** The request, as the address of the page holds it. */
          request: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["AppRequest"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/oauth2/register": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Register an app */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["RegisterApp"];
      } };
      responses: {
        201: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RegisteredApp"];
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["AppError"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["AppError"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["AppError"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["AppError"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["AppError"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["AppError"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["AppError"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["AppError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["AppError"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["AppError"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/oauth2/revoke": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Give a token of an app back */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        "application/x-www-form-urlencoded": components['schemas']["AppRevocationForm"];
      } };
      responses: {
        200: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["AppError"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["AppError"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["AppError"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["AppError"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["AppError"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["AppError"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["AppError"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["AppError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["AppError"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["AppError"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/oauth2/token": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Get tokens for an app */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        "application/x-www-form-urlencoded": components['schemas']["AppTokenForm"];
      } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["AppTokens"];
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["AppError"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["AppError"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["AppError"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["AppError"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["AppError"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["AppError"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["AppError"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["AppError"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["AppError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["AppError"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["AppError"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/oauth2/{idp}/login": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Sign in at an identity provider */
    get: {
      parameters: {
        query?: {
          /** Where to go afterwards, on this server. */
          returnUrl?: string;
        };
        header?: never;
        path: {
          /** Name of the provider. */
          idp: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Redirect"];
        } };
        302: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/oauth2/{idp}/tokens": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Come back from an identity provider */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Name of the provider. */
          idp: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Redirect"];
        } };
        302: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/ready": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Readiness */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Readiness"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Readiness"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/readyz": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Readiness, other spelling */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Readiness"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Readiness"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/alert_channels": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List the channels of alerts */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["AlertChannel"])[];
          };
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    /** Add a channel for alerts */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["CreateAlertChannelBody"];
      } };
      responses: {
        201: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["AlertChannel"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        409: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        507: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/alert_channels/{channel_id}": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    post?: never;
    /** Delete a channel for alerts */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID of the channel. */
          channel_id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    options?: never;
    head?: never;
    /** Change a channel for alerts */
    patch: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID of the channel. */
          channel_id: string;
        };
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["UpdateAlertChannelBody"];
      } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["AlertChannel"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        409: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        507: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    trace?: never;
  };
  "/v1/alert_channels/{channel_id}/test": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Send a test to a channel for alerts */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID of the channel. */
          channel_id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["AlertTest"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/alert_rules": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List alert rules */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["AlertRule"])[];
          };
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/alert_rules/{kind}": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /** Change an alert rule */
    patch: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Which rule. */
          kind: "inactive" | "error_rate" | "unexpected_country" | "expiring";
        };
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["UpdateAlertRuleBody"];
      } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["AlertRule"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        507: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    trace?: never;
  };
  "/v1/alerts": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List alerts */
    get: {
      parameters: {
        query?: {
          /** Only alerts that are open, or over; all unless given. */
          state?: "open" | "resolved";
          /** Cursor of the page, as the reply before gave it. Opaque. */
          cursor?: string;
          /** Rows in a page, 1 to 1,000. */
          limit?: number;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["Alert"])[];
            /** Cursor of the next page; null at the end. */
            next_cursor: string | null;
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/annotation_configs": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List annotation configs */
    get: {
      parameters: {
        query?: {
          /** Cursor of the page, as the reply before gave it. Opaque. */
          cursor?: string;
          /** Rows in a page, 1 to 1,000. */
          limit?: number;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["CategoricalAnnotationConfig"] | components['schemas']["ContinuousAnnotationConfig"] | components['schemas']["FreeformAnnotationConfig"])[];
            /** Cursor of the next page; null at the end. */
            next_cursor: string | null;
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    /** Create an annotation config */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["AnnotationConfigData"];
      } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["CategoricalAnnotationConfig"] | components['schemas']["ContinuousAnnotationConfig"] | components['schemas']["FreeformAnnotationConfig"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        409: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/annotation_configs/{config_identifier}": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Read an annotation config */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID or name of the config. */
          config_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["CategoricalAnnotationConfig"] | components['schemas']["ContinuousAnnotationConfig"] | components['schemas']["FreeformAnnotationConfig"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    /** Replace an annotation config */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID of the config. This operation doesn't accept the name; GET does. */
          config_identifier: string;
        };
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["AnnotationConfigData"];
      } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["CategoricalAnnotationConfig"] | components['schemas']["ContinuousAnnotationConfig"] | components['schemas']["FreeformAnnotationConfig"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        409: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    post?: never;
    /** Delete an annotation config */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID of the config. This operation doesn't accept the name; GET does. */
          config_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["CategoricalAnnotationConfig"] | components['schemas']["ContinuousAnnotationConfig"] | components['schemas']["FreeformAnnotationConfig"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/annotation_configs/{config_identifier}/projects": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** The projects that have an annotation config */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID or name of the config. */
          config_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["ProjectsOfAnnotationConfig"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/annotations/{annotation_id}": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Read an annotation */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID of an annotation of a span, trace, session or document. */
          annotation_id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["Annotation"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    /** Delete an annotation */
    delete: {
      parameters: {
        query?: {
          /** `APP` when a human annotates on a page; kept with the annotation. */
          source?: "API" | "APP";
        };
        header?: never;
        path: {
          /** Global ID of an annotation of a span, trace, session or document. */
          annotation_id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/annotations/{annotation_id}/history": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Read the history of an annotation */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID of an annotation of a span, trace, session or document. */
          annotation_id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["AnnotationRevision"])[];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/annotations/{annotation_id}/restore": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Restore a revision of an annotation */
    post: {
      parameters: {
        query?: {
          /** `APP` when a human annotates on a page; kept with the annotation. */
          source?: "API" | "APP";
        };
        header?: never;
        path: {
          /** Global ID of an annotation of a span, trace, session or document. */
          annotation_id: string;
        };
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["RestoreAnnotationBody"];
      } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["Annotation"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        409: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/dataset_labels": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List dataset labels */
    get: {
      parameters: {
        query?: {
          /** Cursor of the page, as the reply before gave it. Opaque. */
          cursor?: string;
          /** Rows in a page, 1 to 1,000. */
          limit?: number;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["DatasetLabel"])[];
            /** Cursor of the next page; null at the end. */
            next_cursor: string | null;
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    /** Create a dataset label */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["CreateDatasetLabelBody"];
      } };
      responses: {
        201: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["DatasetLabel"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        409: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/dataset_labels/{label_id}": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Read a dataset label */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID of the label. */
          label_id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["DatasetLabel"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    /** Delete a dataset label */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID of the label. */
          label_id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    options?: never;
    head?: never;
    /** Change a dataset label */
    patch: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID of the label. */
          label_id: string;
        };
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["UpdateDatasetLabelBody"];
      } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["DatasetLabel"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        409: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    trace?: never;
  };
  "/v1/datasets": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List datasets */
    get: {
      parameters: {
        query?: {
          /** Cursor of the page, as the reply before gave it. Opaque. */
          cursor?: string;
          /** The name of one dataset, exactly. */
          name?: string;
          /** Rows in a page, 1 to 1,000. */
          limit?: number;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["Dataset"])[];
            /** Cursor of the next page; null at the end. */
            next_cursor: string | null;
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/datasets/examples_of_spans": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Preview examples from spans */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["ExamplesOfSpansBody"];
      } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["DatasetExamplesFromSpansPreview"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/datasets/upload": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Create a dataset, append to it, or update it */
    post: {
      parameters: {
        query?: {
          /** True answers when the examples are stored; false answers a job at once. */
          sync?: boolean;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["UploadDatasetBody"];
        "multipart/form-data": components['schemas']["UploadDatasetForm"];
      } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            /** The outcome, or with `sync=false` the job. */
            data: components['schemas']["UploadDatasetData"] | components['schemas']["Job"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        409: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        507: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/datasets/{dataset_identifier}/labels": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List the labels of a dataset */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID or name of the dataset, percent-encoded. */
          dataset_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            /** Newest label first. */
            data: (components['schemas']["DatasetLabel"])[];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    /** Set the labels of a dataset */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID or name of the dataset, percent-encoded. */
          dataset_identifier: string;
        };
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["SetDatasetLabelsBody"];
      } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            /** Newest label first. */
            data: (components['schemas']["DatasetLabel"])[];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        409: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/datasets/{dataset_identifier}/labels/{label_id}": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    /** Label a dataset */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID or name of the dataset, percent-encoded. */
          dataset_identifier: string;
          /** Global ID of the label. */
          label_id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["DatasetLabel"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        409: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    post?: never;
    /** Take a label from a dataset */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID or name of the dataset, percent-encoded. */
          dataset_identifier: string;
          /** Global ID of the label. */
          label_id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        409: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/datasets/{dataset_identifier}/splits": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List the splits of a dataset */
    get: {
      parameters: {
        query?: {
          /** Cursor of the page, as the reply before gave it. Opaque. */
          cursor?: string;
          /** Rows in a page, 1 to 1,000. */
          limit?: number;
        };
        header?: never;
        path: {
          /** Global ID or name of the dataset, percent-encoded. */
          dataset_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["DatasetSplit"])[];
            /** Cursor of the next page; null at the end. */
            next_cursor: string | null;
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    /** Create a split */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID or name of the dataset, percent-encoded. */
          dataset_identifier: string;
        };
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["CreateDatasetSplitBody"];
      } };
      responses: {
        201: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["DatasetSplit"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        409: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/datasets/{dataset_identifier}/splits/{split_id}": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    post?: never;
    /** Delete a split */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID or name of the dataset, percent-encoded. */
          dataset_identifier: string;
          /** Global ID of the split. */
          split_id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    options?: never;
    head?: never;
    /** Change a split */
    patch: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID or name of the dataset, percent-encoded. */
          dataset_identifier: string;
          /** Global ID of the split. */
          split_id: string;
        };
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["UpdateDatasetSplitBody"];
      } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["DatasetSplit"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        409: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    trace?: never;
  };
  "/v1/datasets/{id}": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Read a dataset */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID of the dataset. This route doesn't accept the name; `GET /v1/datasets?name=…` gives the ID. */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["Dataset"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    /** Delete a dataset */
    delete: {
      parameters: {
        query?: {
          /** Also delete the projects of its experiments with their traces. */
          delete_projects?: boolean;
        };
        header?: never;
        path: {
          /** Global ID of the dataset. This route doesn't accept the name; `GET /v1/datasets?name=…` gives the ID. */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    options?: never;
    head?: never;
    /** Rename or describe a dataset */
    patch: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID of the dataset. This route doesn't accept the name; `GET /v1/datasets?name=…` gives the ID. */
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["UpdateDatasetBody"];
      } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["Dataset"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        409: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    trace?: never;
  };
  "/v1/datasets/{id}/csv": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Export a dataset as CSV */
    get: {
      parameters: {
        query?: {
          /** Global ID of a version of the dataset; the newest one unless given. */
          version_id?: string;
          /** Doesn’t escape cells that a spreadsheet would run as formulas. By default such cells begin with an apostrophe, which an upload of the file removes again. */
          raw?: boolean;
          /** Writes cells so that an upload with the field `typed` gets every number, boolean, null and empty text back as it was. */
          typed?: boolean;
        };
        header?: never;
        path: {
          /** Global ID of the dataset. This route doesn't accept the name; `GET /v1/datasets?name=…` gives the ID. */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "text/csv": string;
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/datasets/{id}/diff": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Compare two versions */
    get: {
      parameters: {
        query?: {
          /** Version to compare from; the one before the other unless given. */
          from_version_id?: string;
          /** Version to compare to; the newest one unless given. */
          to_version_id?: string;
          /** Cursor of the page, as the reply before gave it. Opaque. */
          cursor?: string;
          /** Rows in a page, 1 to 200. */
          limit?: number;
        };
        header?: never;
        path: {
          /** Global ID of the dataset. This route doesn't accept the name; `GET /v1/datasets?name=…` gives the ID. */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            /** Oldest example first. */
            data: (components['schemas']["DatasetExampleDiff"])[];
            /** The version compared from; null for the nothing before the first one. */
            from_version_id: string | null;
            /** The version compared to. */
            to_version_id: string;
            /** Over all pages; null on the pages after the first. */
            totals: components['schemas']["DatasetDiffTotals"] | null;
            /** Cursor of the next page; null at the end. */
            next_cursor: string | null;
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/datasets/{id}/examples": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Read the examples of a version */
    get: {
      parameters: {
        query?: {
          /** Global ID of a version of the dataset; the newest one unless given. */
          version_id?: string;
          /** Global ID or name of a split; examples of any of them. May be repeated. */
          split?: (string)[];
          /** Rows in a page, 1 to 1,000. All examples at once unless this or `cursor` is given. */
          limit?: number;
          /** Cursor of the page, as the reply before gave it. Opaque. */
          cursor?: string;
          /** Examples to leave out from the cursor on, or from the first: a page out of the middle. Not with `split` or `contains`. */
          offset?: number;
          /** Examples with this text in a value, a key or an id, in any case; in pages. A page may end early, even without a row: `next_cursor` says where to go on. */
          contains?: string;
        };
        header?: never;
        path: {
          /** Global ID of the dataset. This route doesn't accept the name; `GET /v1/datasets?name=…` gives the ID. */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["ListDatasetExamplesData"];
            /** Cursor of the next page; null at the end, and when no `limit` was given. */
            next_cursor: string | null;
            /** With `contains`: how many examples were looked through for this page. */
            scanned?: number;
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    /** Add examples */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID of the dataset. This route doesn't accept the name; `GET /v1/datasets?name=…` gives the ID. */
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["AddDatasetExamplesBody"];
      } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["DatasetEditOutcome"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        409: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        507: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    /** Add, change and remove examples */
    patch: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID of the dataset. This route doesn't accept the name; `GET /v1/datasets?name=…` gives the ID. */
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["EditDatasetExamplesBody"];
      } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["DatasetEditOutcome"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        409: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        507: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    trace?: never;
  };
  "/v1/datasets/{id}/examples/from_spans": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Make examples of spans */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID of the dataset. This route doesn't accept the name; `GET /v1/datasets?name=…` gives the ID. */
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["DatasetExamplesFromSpansBody"];
      } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            /** The added examples, or with `dry_run` a preview of them. */
            data: components['schemas']["DatasetExamplesFromSpansOutcome"] | components['schemas']["DatasetExamplesFromSpansPreview"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        409: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        507: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/datasets/{id}/examples/{example_identifier}": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    post?: never;
    /** Remove an example */
    delete: {
      parameters: {
        query?: {
          /** The change and its reason; shown with the new version. */
          version_description?: string | null;
          /** The version that was looked at: when another one is the newest by now, nothing is changed and the reply is 409. */
          base_version_id?: string;
        };
        header?: never;
        path: {
          /** Global ID of the dataset. This route doesn't accept the name; `GET /v1/datasets?name=…` gives the ID. */
          id: string;
          /** Global ID of the example, or the id its maker gave it, percent-encoded. */
          example_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["DatasetEditOutcome"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        409: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        507: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    options?: never;
    head?: never;
    /** Change an example */
    patch: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID of the dataset. This route doesn't accept the name; `GET /v1/datasets?name=…` gives the ID. */
          id: string;
          /** Global ID of the example, or the id its maker gave it, percent-encoded. */
          example_identifier: string;
        };
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["EditDatasetExampleBody"];
      } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["DatasetEditOutcome"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        409: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        507: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    trace?: never;
  };
  "/v1/datasets/{id}/examples/{example_identifier}/history": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** The history of an example */
    get: {
      parameters: {
        query?: {
          /** Cursor of the page, as the reply before gave it. Opaque. */
          cursor?: string;
          /** Rows in a page, 1 to 100. */
          limit?: number;
        };
        header?: never;
        path: {
          /** Global ID of the dataset. This route doesn't accept the name; `GET /v1/datasets?name=…` gives the ID. */
          id: string;
          /** Global ID of the example, or the id its maker gave it, percent-encoded. */
          example_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["DatasetExampleRevision"])[];
            /** Cursor of the next page; null at the end. */
            next_cursor: string | null;
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/datasets/{id}/examples/{example_identifier}/revert": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Make an example what it was */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID of the dataset. This route doesn't accept the name; `GET /v1/datasets?name=…` gives the ID. */
          id: string;
          /** Global ID of the example, or the id its maker gave it, percent-encoded. */
          example_identifier: string;
        };
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["RevertDatasetBody"];
      } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["DatasetEditOutcome"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        409: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        507: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/datasets/{id}/experiment_events": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Follow the experiments of a dataset */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID of the dataset. This route doesn't accept the name; `GET /v1/datasets?name=…` gives the ID. */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "text/event-stream": string;
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/datasets/{id}/experiment_summaries": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List experiments with their figures */
    get: {
      parameters: {
        query?: {
          /** Cursor of the page, as the reply before gave it. Opaque. */
          cursor?: string;
          /** Rows in a page, 1 to 100. */
          limit?: number;
          /** Part of the name, compared without case. */
          name_contains?: string;
        };
        header?: never;
        path: {
          /** Global ID of the dataset. This route doesn't accept the name; `GET /v1/datasets?name=…` gives the ID. */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["ExperimentSummary"])[];
            /** Cursor of the next page; null at the end. */
            next_cursor: string | null;
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/datasets/{id}/experiments": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List the experiments of a dataset */
    get: {
      parameters: {
        query?: {
          /** Cursor of the page, as the reply before gave it. Opaque. */
          cursor?: string;
          /** Rows in a page, 1 to 1,000. */
          limit?: number;
        };
        header?: never;
        path: {
          /** Global ID of the dataset. This route doesn't accept the name; `GET /v1/datasets?name=…` gives the ID. */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["Experiment"])[];
            /** Cursor of the next page; null at the end. */
            next_cursor: string | null;
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    /** Create an experiment */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID of the dataset. This route doesn't accept the name; `GET /v1/datasets?name=…` gives the ID. */
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["CreateExperimentBody"];
      } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["Experiment"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/datasets/{id}/jsonl": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Export a dataset as JSON lines */
    get: {
      parameters: {
        query?: {
          /** Global ID of a version of the dataset; the newest one unless given. */
          version_id?: string;
        };
        header?: never;
        path: {
          /** Global ID of the dataset. This route doesn't accept the name; `GET /v1/datasets?name=…` gives the ID. */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "text/plain": string;
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/datasets/{id}/jsonl/openai_evals": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Export a dataset for evaluations */
    get: {
      parameters: {
        query?: {
          /** Global ID of a version of the dataset; the newest one unless given. */
          version_id?: string;
        };
        header?: never;
        path: {
          /** Global ID of the dataset. This route doesn't accept the name; `GET /v1/datasets?name=…` gives the ID. */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "text/plain": string;
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/datasets/{id}/jsonl/openai_ft": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Export a dataset for fine-tuning */
    get: {
      parameters: {
        query?: {
          /** Global ID of a version of the dataset; the newest one unless given. */
          version_id?: string;
        };
        header?: never;
        path: {
          /** Global ID of the dataset. This route doesn't accept the name; `GET /v1/datasets?name=…` gives the ID. */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "text/plain": string;
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/datasets/{id}/jsonl/provider_evals": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Export a dataset for evaluations */
    get: {
      parameters: {
        query?: {
          /** Global ID of a version of the dataset; the newest one unless given. */
          version_id?: string;
        };
        header?: never;
        path: {
          /** Global ID of the dataset. This route doesn't accept the name; `GET /v1/datasets?name=…` gives the ID. */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "text/plain": string;
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/datasets/{id}/jsonl/provider_ft": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Export a dataset for fine-tuning */
    get: {
      parameters: {
        query?: {
          /** Global ID of a version of the dataset; the newest one unless given. */
          version_id?: string;
        };
        header?: never;
        path: {
          /** Global ID of the dataset. This route doesn't accept the name; `GET /v1/datasets?name=…` gives the ID. */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "text/plain": string;
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/datasets/{id}/parquet": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Export a dataset as Parquet */
    get: {
      parameters: {
        query?: {
          /** Global ID of a version of the dataset; the newest one unless given. */
          version_id?: string;
        };
        header?: never;
        path: {
          /** Global ID of the dataset. This route doesn't accept the name; `GET /v1/datasets?name=…` gives the ID. */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/vnd.apache.parquet": string;
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/datasets/{id}/revert": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Make a dataset what it was */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID of the dataset. This route doesn't accept the name; `GET /v1/datasets?name=…` gives the ID. */
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["RevertDatasetBody"];
      } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["DatasetEditOutcome"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        409: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        507: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/datasets/{id}/versions": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List the versions of a dataset */
    get: {
      parameters: {
        query?: {
          /** Cursor of the page, as the reply before gave it. Opaque. */
          cursor?: string;
          /** Rows in a page, 1 to 1,000. */
          limit?: number;
        };
        header?: never;
        path: {
          /** Global ID of the dataset. This route doesn't accept the name; `GET /v1/datasets?name=…` gives the ID. */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["DatasetVersion"])[];
            /** Cursor of the next page; null at the end. */
            next_cursor: string | null;
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/document_annotations": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Annotate retrieved documents */
    post: {
      parameters: {
        query?: {
          /** True: every target must exist, and the reply holds the ids. False: what names a target that has not come yet waits for it. */
          sync?: boolean;
          /** `APP` when a human annotates on a page; kept with the annotation. */
          source?: "API" | "APP";
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["AnnotateSpanDocumentsRequestBody"];
      } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["InsertedAnnotation"])[];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        507: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/evaluations": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Read evaluations as data frames */
    get: {
      parameters: {
        query?: {
          /** Name of the project; `default` unless given. */
          project_name?: string;
          /** The same, as older clients spell it; also as a header. */
          "project-name"?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/x-pandas-arrow": string;
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content?: never };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    /** Store evaluations from a data frame */
    post: {
      parameters: {
        query?: {
          /** Name of the annotations, for a frame without the metadata `arize`. */
          eval_name?: string;
          /** The target of its rows: SpanEvaluations, TraceEvaluations or DocumentEvaluations; for a frame without the metadata `arize`. */
          eval_type?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        "application/x-pandas-arrow": string;
        "application/x-dataframe-arrow": string;
        "application/x-pandas-pyarrow": string;
        "application/vnd.apache.arrow.stream": string;
        "application/vnd.apache.arrow.file": string;
      } };
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        507: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/experiment_comparison": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Compare experiments by example */
    get: {
      parameters: {
        query: {
          /** Global ID of an experiment, 1 to 4 times; all of one dataset. The first is the base that the others are compared with. */
          experiment: (string)[];
          /** Name of the evaluation that `show` and `sort` look at. Default: all of them together for `show`, the first by name for `sort`. */
          evaluation?: string;
          /** A condition over runs of the base in the filter language: `input['k']`, `reference_output['k']`, `metadata['k']`, `output`, `error`, `latency_ms`, `evals['n'].score|label|explanation`; `experiments[1].…` for a run of the second. */
          filter?: string;
          /** Name or Global ID of a split; examples of any of them. May be repeated. */
          split?: (string)[];
          /** Which examples: those that got worse or better in any further experiment, those where experiments disagree, those with an error, those with missing runs. */
          show?: "all" | "regressed" | "improved" | "disagree" | "errors" | "missing";
          /** `regression`: largest loss first, then by example; `difference` of `evaluation` between the last experiment and the base; `score`, `latency_ms`, `tokens`, `cost_usd` of the last experiment; ties by example. */
          sort?: "regression" | "example" | "difference" | "score" | "latency_ms" | "tokens" | "cost_usd";
          /** Ascending or descending; rows without a value come last in either order. */
          order?: "asc" | "desc";
          /** Rows in a page, 1 to 200. */
          limit?: number;
          /** Cursor of the page, as the reply before gave it. Opaque. */
          cursor?: string;
          /** Rows to leave out: a page out of the middle. Not with `cursor`. */
          offset?: number;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["ComparedExample"])[];
            /** Cursor of the next page; null at the end. */
            next_cursor: string | null;
            /** Rows that match. */
            total: number;
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/experiment_comparison/example": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Read one example of a comparison */
    get: {
      parameters: {
        query: {
          /** Global ID of an experiment, 1 to 4 times; all of one dataset. The first is the base that the others are compared with. */
          experiment: (string)[];
          /** Global ID of the example. */
          example: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["FullComparedExample"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/experiment_comparison/summary": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Sum up a comparison */
    get: {
      parameters: {
        query: {
          /** Global ID of an experiment, 1 to 4 times; all of one dataset. The first is the base that the others are compared with. */
          experiment: (string)[];
          /** Name of the evaluation that `show` and `sort` look at. Default: all of them together for `show`, the first by name for `sort`. */
          evaluation?: string;
          /** A condition over runs of the base in the filter language: `input['k']`, `reference_output['k']`, `metadata['k']`, `output`, `error`, `latency_ms`, `evals['n'].score|label|explanation`; `experiments[1].…` for a run of the second. */
          filter?: string;
          /** Name or Global ID of a split; examples of any of them. May be repeated. */
          split?: (string)[];
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["ComparisonSummary"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/experiment_evaluations": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Log an evaluation of a run */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["UpsertExperimentEvaluationBody"];
      } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["UpsertedExperimentEvaluation"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        507: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/experiment_evaluations/{evaluation_id}": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    post?: never;
    /** Delete an evaluation of a run */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID of the evaluation. */
          evaluation_id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/experiments/delete": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Delete experiments */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["DeleteExperimentsBody"];
      } };
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/experiments/{experiment_id}": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Read an experiment */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID of the experiment. */
          experiment_id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["Experiment"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    /** Delete an experiment */
    delete: {
      parameters: {
        query?: {
          /** Also delete the project with its traces. */
          delete_project?: boolean;
        };
        header?: never;
        path: {
          /** Global ID of the experiment. */
          experiment_id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    options?: never;
    head?: never;
    /** Update an experiment */
    patch: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID of the experiment. */
          experiment_id: string;
        };
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["UpdateExperimentBody"];
      } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["Experiment"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    trace?: never;
  };
  "/v1/experiments/{experiment_id}/csv": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Export an experiment as CSV */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID of the experiment. */
          experiment_id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "text/csv": string;
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/experiments/{experiment_id}/gate": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Check an experiment against rules */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID of the experiment. */
          experiment_id: string;
        };
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["ExperimentGateBody"];
      } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["ExperimentGateResult"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/experiments/{experiment_id}/incomplete-evaluations": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List what of an experiment still has to be evaluated */
    get: {
      parameters: {
        query?: {
          /** Name of an evaluation. Required. May be repeated. */
          evaluation_name?: (string)[];
          /** Cursor of the page, as the reply before gave it. Opaque. */
          cursor?: string;
          /** Rows in a page, 1 to 1,000. */
          limit?: number;
        };
        header?: never;
        path: {
          /** Global ID of the experiment. */
          experiment_id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["IncompleteExperimentEvaluation"])[];
            /** Cursor of the next page; null at the end. */
            next_cursor: string | null;
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/experiments/{experiment_id}/incomplete-runs": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List what an experiment still has to run */
    get: {
      parameters: {
        query?: {
          /** Cursor of the page, as the reply before gave it. Opaque. */
          cursor?: string;
          /** Rows in a page, 1 to 1,000. */
          limit?: number;
        };
        header?: never;
        path: {
          /** Global ID of the experiment. */
          experiment_id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["IncompleteExperimentRun"])[];
            /** Cursor of the next page; null at the end. */
            next_cursor: string | null;
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/experiments/{experiment_id}/json": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Export an experiment as JSON */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID of the experiment. */
          experiment_id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": (components['schemas']["ExportedExperimentRun"])[];
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/experiments/{experiment_id}/runs": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List the runs of an experiment */
    get: {
      parameters: {
        query?: {
          /** Cursor of the page, as the reply before gave it. Opaque. */
          cursor?: string;
          /** Rows in a page, 1 to 1,000. Without it all runs, streamed. */
          limit?: number;
        };
        header?: never;
        path: {
          /** Global ID of the experiment. */
          experiment_id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["ExperimentRun"])[];
            /** Cursor of the next page; null at the end. */
            next_cursor: string | null;
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    /** Log a run */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID of the experiment. */
          experiment_id: string;
        };
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["CreateExperimentRunBody"];
      } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["CreatedExperimentRun"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        409: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        507: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/experiments/{experiment_id}/summary": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Sum up an experiment */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID of the experiment. */
          experiment_id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["ExperimentSummaryWithSplits"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/experiments/{experiment_id}/tags": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List the tags of an experiment */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID of the experiment. */
          experiment_id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["ExperimentTag"])[];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    /** Tag an experiment */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID of the experiment. */
          experiment_id: string;
        };
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["SetExperimentTagBody"];
      } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["ExperimentTag"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/experiments/{experiment_id}/tags/{tag_identifier}": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    post?: never;
    /** Remove a tag from an experiment */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID of the experiment. */
          experiment_id: string;
          /** Global ID or name of the tag. */
          tag_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/jobs/{id}": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** How far a job is */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID of the job. */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["Job"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    /** Cancel an upload */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID of the job. */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["Job"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        409: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/live": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Follow all projects */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "text/event-stream": string;
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/logs": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Receive GenAI events (OTLP logs over HTTP) */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** gzip, deflate, zstd or identity. */
          "content-encoding"?: string;
          /** Checked for a key that is limited to projects, as with spans. Events are in the project of their span, whatever it says. */
          "x-project-name"?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        "application/x-protobuf": string;
        "application/json": components['schemas']["ExportLogsServiceRequest"];
      } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/x-protobuf": string;
          "application/json": components['schemas']["ExportLogsServiceResponse"];
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/x-protobuf": string;
          "application/json": components['schemas']["RpcStatus"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/x-protobuf": string;
          "application/json": components['schemas']["RpcStatus"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/x-protobuf": string;
          "application/json": components['schemas']["RpcStatus"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/x-protobuf": string;
          "application/json": components['schemas']["RpcStatus"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/x-protobuf": string;
          "application/json": components['schemas']["RpcStatus"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/x-protobuf": string;
          "application/json": components['schemas']["RpcStatus"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/x-protobuf": string;
          "application/json": components['schemas']["RpcStatus"];
        } };
        507: { headers: { [name: string]: unknown }; content: {
          "application/x-protobuf": string;
          "application/json": components['schemas']["RpcStatus"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/lookup": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Look up an id */
    get: {
      parameters: {
        query: {
          /** A trace id, span id or session id as it was sent, or the Global ID of one of them or of a project. */
          id: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["LookupMatch"])[];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/model_prices": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Models and prices */
    get: {
      parameters: {
        query?: {
          /** Words that provider and model must have, all of them, in any case; or a name that the list knows a model by. */
          search?: string;
          /** Cursor of the page, as the reply before gave it. Opaque. */
          cursor?: string;
          /** Rows in a page, 1 to 1,000. */
          limit?: number;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["ListedModel"])[];
            /** Cursor of the next page; null at the end. */
            next_cursor: string | null;
            /** Models of the whole list that fit the search. */
            total: number;
            list: components['schemas']["PriceListInfo"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/model_prices/rates": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Rates of a model */
    get: {
      parameters: {
        query: {
          /** The model, as a span names it. */
          model: string;
          /** The provider, as a span names it; without it the name of the model says which. */
          provider?: string;
          /** The rates at this time; now by default. */
          time?: string;
          /** The kind of span: embeddings have prices of their own. */
          kind?: "LLM" | "EMBEDDING";
          /** Input tokens of the call: some models ask more, for all of its tokens, when the prompt is long. */
          input_tokens?: number;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["ModelRates"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/model_prices/unpriced": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Models without a price */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["UnpricedModelsReply"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/own_model_prices": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List your own model prices */
    get: {
      parameters: {
        query?: {
          /** Cursor of the page, as the reply before gave it. Opaque. */
          cursor?: string;
          /** Rows in a page, 1 to 1,000. */
          limit?: number;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["OwnModelPrice"])[];
            /** Cursor of the next page; null at the end. */
            next_cursor: string | null;
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    /** Add a custom model price */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["CreateOwnModelPriceBody"];
      } };
      responses: {
        201: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["OwnModelPrice"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        409: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        507: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/own_model_prices/{price_id}": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Read one of your own model prices */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID of the price. */
          price_id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["OwnModelPrice"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    /** Delete one of your own model prices */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID of the price. */
          price_id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["OwnModelPrice"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    options?: never;
    head?: never;
    /** Change one of your own model prices */
    patch: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID of the price. */
          price_id: string;
        };
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["UpdateOwnModelPriceBody"];
      } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["OwnModelPrice"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        409: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        507: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    trace?: never;
  };
  "/v1/password_links/{user_id}": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Make a link to a new password */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID of the user. */
          user_id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        201: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["PasswordLink"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        409: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/project_summaries": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Figures of projects */
    get: {
      parameters: {
        query?: {
          /** Start of the window, inclusive. Default: a day before its end. */
          start_time?: string;
          /** End of the window, exclusive. Default: now. */
          end_time?: string;
          /** Intervals in each sparkline, 1 to 500. */
          buckets?: number;
          /** Cursor of the page, as the reply before gave it. Opaque. */
          cursor?: string;
          /** Rows in a page, 1 to 200. */
          limit?: number;
          /** Part of the name, compared without case. */
          name_contains?: string;
          /** Also list projects that belong to experiments. */
          include_experiment_projects?: boolean;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["ProjectSummary"])[];
            /** Cursor of the next page; null at the end. */
            next_cursor: string | null;
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List projects */
    get: {
      parameters: {
        query?: {
          /** Cursor of the page, as the reply before gave it. Opaque. */
          cursor?: string;
          /** Rows in a page, 1 to 1,000. */
          limit?: number;
          /** Part of the name, compared without case. */
          name_contains?: string;
          /** Also list projects that belong to experiments. */
          include_experiment_projects?: boolean;
          /** Also list projects that belong to dataset evaluators. */
          include_dataset_evaluator_projects?: boolean;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["Project"])[];
            /** Cursor of the next page; null at the end. */
            next_cursor: string | null;
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    /** Create a project */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["CreateProjectBody"];
      } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["Project"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        409: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        507: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_identifier}": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Read a project */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID or name of the project, percent-encoded. */
          project_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["Project"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    /** Describe a project */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID or name of the project, percent-encoded. */
          project_identifier: string;
        };
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["UpdateProjectBody"];
      } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["Project"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    post?: never;
    /** Delete a project */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID or name of the project, percent-encoded. */
          project_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    options?: never;
    head?: never;
    /** Rename or describe a project */
    patch: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID or name of the project, percent-encoded. */
          project_identifier: string;
        };
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["ChangeProjectBody"];
      } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["Project"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        409: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    trace?: never;
  };
  "/v1/projects/{project_identifier}/annotation_agreement": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Human–LLM agreement */
    get: {
      parameters: {
        query: {
          /** Start of the window, inclusive. Default: a day before its end. */
          start_time?: string;
          /** End of the window, exclusive. Default: now. */
          end_time?: string;
          /** Start the window with the first span of the project; `start_time` is then not read. */
          whole?: boolean;
          /** Name of the annotations to compare. */
          name: string;
          /** The annotated targets. */
          target?: "span" | "trace" | "session" | "document";
          /** Only pairs with this label of a human's annotation in the list of disagreements. */
          human_label?: string;
          /** Only pairs with this label of an LLM's annotation in the list of disagreements. */
          llm_label?: string;
          /** Rows in a page, 1 to 1,000. */
          limit?: number;
          /** Cursor of the page, as the reply before gave it. Opaque. */
          cursor?: string;
        };
        header?: never;
        path: {
          /** Global ID or name of the project, percent-encoded. */
          project_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["AnnotationAgreement"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_identifier}/annotation_configs": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List the annotation configs of a project */
    get: {
      parameters: {
        query?: {
          /** Cursor of the page, as the reply before gave it. Opaque. */
          cursor?: string;
          /** Rows in a page, 1 to 1,000. */
          limit?: number;
        };
        header?: never;
        path: {
          /** Global ID or name of the project, percent-encoded. */
          project_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["CategoricalAnnotationConfig"] | components['schemas']["ContinuousAnnotationConfig"] | components['schemas']["FreeformAnnotationConfig"])[];
            /** Cursor of the next page; null at the end. */
            next_cursor: string | null;
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    /** Set the annotation configs of a project */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID or name of the project, percent-encoded. */
          project_identifier: string;
        };
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["SetProjectAnnotationConfigsRequestBody"];
      } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["CategoricalAnnotationConfig"] | components['schemas']["ContinuousAnnotationConfig"] | components['schemas']["FreeformAnnotationConfig"])[];
            /** Cursor of the next page; null at the end. */
            next_cursor: string | null;
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        409: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_identifier}/annotation_configs/{config_identifier}": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    /** Give a project an annotation config */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID or name of the project, percent-encoded. */
          project_identifier: string;
          /** Global ID or name of the config. */
          config_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["CategoricalAnnotationConfig"] | components['schemas']["ContinuousAnnotationConfig"] | components['schemas']["FreeformAnnotationConfig"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        409: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    post?: never;
    /** Take an annotation config from a project */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID or name of the project, percent-encoded. */
          project_identifier: string;
          /** Global ID or name of the config. */
          config_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        409: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_identifier}/annotation_figures": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Scores and labels over time */
    get: {
      parameters: {
        query?: {
          /** Start of the window, inclusive. Default: a day before its end. */
          start_time?: string;
          /** End of the window, exclusive. Default: now. */
          end_time?: string;
          /** Start the window with the first span of the project; `start_time` is then not read. */
          whole?: boolean;
          /** Intervals, 1 to 500. */
          buckets?: number;
          /** Only annotations of this kind of target. */
          target?: "span" | "trace" | "session" | "document";
          /** Only annotations of this name. */
          name?: string;
        };
        header?: never;
        path: {
          /** Global ID or name of the project, percent-encoded. */
          project_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["AnnotationFigures"])[];
            /** Start of the window. */
            start_time: string;
            /** End of the window. */
            end_time: string;
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_identifier}/attribute_keys": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Attribute keys in use */
    get: {
      parameters: {
        query?: {
          /** Whether traces or spans are counted; `filter` is then a filter over those. */
          of?: "traces" | "spans";
          /** A condition in the filter language, over traces or spans as `of` says. */
          filter?: string;
          /** Start of the window, inclusive. Default: a day before its end. */
          start_time?: string;
          /** End of the window, exclusive. Default: now. */
          end_time?: string;
          /** Start the window with the first span of the project; `start_time` is then not read. */
          whole?: boolean;
        };
        header?: never;
        path: {
          /** Global ID or name of the project, percent-encoded. */
          project_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["AttributeKeys"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_identifier}/clear": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Clear old traces */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID or name of the project, percent-encoded. */
          project_identifier: string;
        };
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["ClearProjectBody"];
      } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["ClearedProject"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_identifier}/deployments": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Where new versions appeared */
    get: {
      parameters: {
        query?: {
          /** Start of the window, inclusive. Default: a day before its end. */
          start_time?: string;
          /** End of the window, exclusive. Default: now. */
          end_time?: string;
          /** Start the window with the first span of the project; `start_time` is then not read. */
          whole?: boolean;
        };
        header?: never;
        path: {
          /** Global ID or name of the project, percent-encoded. */
          project_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            /** Oldest first; the newest 200 of the window. */
            data: (components['schemas']["Deployment"])[];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_identifier}/distributions": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** How figures are distributed */
    get: {
      parameters: {
        query?: {
          /** Whether traces or spans are counted; `filter` is then a filter over those. */
          of?: "traces" | "spans";
          /** A condition in the filter language, over traces or spans as `of` says. */
          filter?: string;
          /** Start of the window, inclusive. Default: a day before its end. */
          start_time?: string;
          /** End of the window, exclusive. Default: now. */
          end_time?: string;
          /** Start the window with the first span of the project; `start_time` is then not read. */
          whole?: boolean;
        };
        header?: never;
        path: {
          /** Global ID or name of the project, percent-encoded. */
          project_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["Distributions"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_identifier}/document_annotations": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List annotations of documents */
    get: {
      parameters: {
        query?: {
          /** Only annotations of this span. Without `identifier`, required. May be repeated. */
          span_ids?: (string)[];
          /** Only annotations with this identifier. May be repeated. */
          identifier?: (string)[];
          /** Only annotations of this name. May be repeated. */
          include_annotation_names?: (string)[];
          /** No annotations of this name. May be repeated. */
          exclude_annotation_names?: (string)[];
          /** Cursor of the page, as the reply before gave it. Opaque. */
          cursor?: string;
          /** Rows in a page, 1 to 10,000. */
          limit?: number;
        };
        header?: never;
        path: {
          /** Global ID or name of the project, percent-encoded. */
          project_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["DocumentAnnotation"])[];
            /** Cursor of the next page; null at the end. */
            next_cursor: string | null;
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    /** Delete annotations of documents */
    delete: {
      parameters: {
        query?: {
          /** Only those of this name. */
          name?: string;
          /** Only those with this identifier. */
          identifier?: string;
          /** Only annotations by an LLM, by code, or by a human. */
          annotator_kind?: "LLM" | "CODE" | "HUMAN";
          /** Only those created at or after this time. */
          start_time?: string;
          /** Only those created before this time; later than `start_time`. */
          end_time?: string;
          /** Needed unless both times are given: without it a forgotten time would delete everything. */
          delete_all?: boolean;
        };
        header?: never;
        path: {
          /** Global ID or name of the project, percent-encoded. */
          project_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_identifier}/facets": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Counts by value */
    get: {
      parameters: {
        query?: {
          /** Only spans that started at or after this time. */
          start_time?: string;
          /** Only spans that started before this time. */
          end_time?: string;
          /** OpenTelemetry trace id. May be repeated. */
          trace_id?: (string)[];
          /** OpenTelemetry span id. May be repeated. */
          span_id?: (string)[];
          /** Span id of the parent; the word `null` gives roots only. */
          parent_id?: string;
          /** Exact name. May be repeated. */
          name?: (string)[];
          /** OK, ERROR or UNSET, in any case. May be repeated. */
          status_code?: (string)[];
          /** `key:value` that the span must have; all of several. May be repeated. */
          attribute?: (string)[];
          /** Model name. May be repeated. */
          model?: (string)[];
          /** Session id. May be repeated. */
          session_id?: (string)[];
          /** User id. May be repeated. */
          user_id?: (string)[];
          /** A condition in the filter language, over traces or spans as `of` says. */
          filter?: string;
          /** UNKNOWN, AGENT, CHAIN, DECISION, EMBEDDING, EVALUATOR, GUARDRAIL, LLM, PROMPT, RERANKER, RETRIEVER, TOOL, in any case. May be repeated. */
          span_kind?: (string)[];
          /** Whether traces or spans are counted; `filter` is then a filter over those. */
          of?: "traces" | "spans";
          /** Also count the values of this attribute. May be repeated. */
          attribute_key?: (string)[];
          /** Only values that hold this text, in any case. */
          search?: string;
          /** Count all that matches, however long it takes, up to 30 seconds: for a second look, when the first was not complete. Who accepts `application/x-ndjson` gets the same reply line by line as it grows, for up to five minutes. Percentiles of more than 256 latencies are then within 1 %. */
          thorough?: boolean;
        };
        header?: never;
        path: {
          /** Global ID or name of the project, percent-encoded. */
          project_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["Facets"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_identifier}/groups": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Figures by group */
    get: {
      parameters: {
        query: {
          /** Whether traces or spans are counted; `filter` is then a filter over those. */
          of?: "traces" | "spans";
          /** A condition in the filter language, over traces or spans as `of` says. */
          filter?: string;
          /** Start of the window, inclusive. Default: a day before its end. */
          start_time?: string;
          /** End of the window, exclusive. Default: now. */
          end_time?: string;
          /** Start the window with the first span of the project; `start_time` is then not read. */
          whole?: boolean;
          /** The field to group by; errors by the pattern of their messages. Of a trace: its root’s name, kind and attributes, and the models and errors of its spans. For `attribute`, set `attribute_key`. */
          by: "name" | "kind" | "model" | "user" | "session" | "error" | "attribute";
          /** Dotted key of the attribute to group by, with `by=attribute`; behind `resource.` those of what sent the spans. */
          attribute_key?: string;
          /** Count all that matches, however long it takes, up to 30 seconds: for a second look, when the first was not complete. Who accepts `application/x-ndjson` gets the same reply line by line as it grows, for up to five minutes. Percentiles of more than 256 latencies are then within 1 %. */
          thorough?: boolean;
        };
        header?: never;
        path: {
          /** Global ID or name of the project, percent-encoded. */
          project_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["FigureGroups"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_identifier}/id_completions": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Find users and sessions by part of their id */
    get: {
      parameters: {
        query: {
          /** The beginning of the ids of users and sessions, case-sensitive. Of the newest 2,000 sessions also any part of the id, in any case. */
          text: string;
          /** Ids of each type, 1 to 50. */
          limit?: number;
        };
        header?: never;
        path: {
          /** Global ID or name of the project, percent-encoded. */
          project_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["IdCompletions"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_identifier}/latency_heatmap": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Latencies over time */
    get: {
      parameters: {
        query?: {
          /** Whether traces or spans are counted; `filter` is then a filter over those. */
          of?: "traces" | "spans";
          /** A condition in the filter language, over traces or spans as `of` says. */
          filter?: string;
          /** Start of the window, inclusive. Default: a day before its end. */
          start_time?: string;
          /** End of the window, exclusive. Default: now. */
          end_time?: string;
          /** Start the window with the first span of the project; `start_time` is then not read. */
          whole?: boolean;
          /** Intervals of time, 1 to 200. */
          columns?: number;
          /** Intervals of latency, at most, 1 to 60. */
          rows?: number;
          /** Count all that matches, however long it takes, up to 30 seconds: for a second look, when the first was not complete. Who accepts `application/x-ndjson` gets the same reply line by line as it grows, for up to five minutes. Percentiles of more than 256 latencies are then within 1 %. */
          thorough?: boolean;
        };
        header?: never;
        path: {
          /** Global ID or name of the project, percent-encoded. */
          project_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["LatencyHeatmap"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_identifier}/live": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Follow a project */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID or name of the project, percent-encoded. */
          project_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "text/event-stream": string;
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_identifier}/retention": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Read a project's retention policy */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID or name of the project, percent-encoded. */
          project_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["RetentionPolicy"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /** Set a project's retention policy */
    patch: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID or name of the project, percent-encoded. */
          project_identifier: string;
        };
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["SetProjectRetentionBody"];
      } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["ProjectRetention"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        507: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    trace?: never;
  };
  "/v1/projects/{project_identifier}/retention/preview": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Preview what limits would delete */
    get: {
      parameters: {
        query?: {
          /** As in the rule of a policy. */
          max_days?: number;
          /** As in the rule of a policy. */
          max_traces?: number;
          /** As in the rule of a policy. */
          max_bytes?: number;
        };
        header?: never;
        path: {
          /** Global ID or name of the project, percent-encoded. */
          project_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["RetentionPreview"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_identifier}/series": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Figures over time */
    get: {
      parameters: {
        query?: {
          /** Start of the window, inclusive. Default: a day before its end. */
          start_time?: string;
          /** End of the window, exclusive. Default: now. */
          end_time?: string;
          /** OpenTelemetry trace id. May be repeated. */
          trace_id?: (string)[];
          /** OpenTelemetry span id. May be repeated. */
          span_id?: (string)[];
          /** Span id of the parent; the word `null` gives roots only. */
          parent_id?: string;
          /** Exact name. May be repeated. */
          name?: (string)[];
          /** OK, ERROR or UNSET, in any case. May be repeated. */
          status_code?: (string)[];
          /** `key:value` that the span must have; all of several. May be repeated. */
          attribute?: (string)[];
          /** Model name. May be repeated. */
          model?: (string)[];
          /** Session id. May be repeated. */
          session_id?: (string)[];
          /** User id. May be repeated. */
          user_id?: (string)[];
          /** A condition in the filter language, over traces or spans as `of` says. */
          filter?: string;
          /** UNKNOWN, AGENT, CHAIN, DECISION, EMBEDDING, EVALUATOR, GUARDRAIL, LLM, PROMPT, RERANKER, RETRIEVER, TOOL, in any case. May be repeated. */
          span_kind?: (string)[];
          /** Whether traces or spans are counted; `filter` is then a filter over those. */
          of?: "traces" | "spans";
          /** Start the window with the first span of the project; `start_time` is then not read. */
          whole?: boolean;
          /** Intervals, 1 to 500. */
          buckets?: number;
          /** Count all that matches, however long it takes, up to 30 seconds: for a second look, when the first was not complete. Who accepts `application/x-ndjson` gets the same reply line by line as it grows, for up to five minutes. Percentiles of more than 256 latencies are then within 1 %. */
          thorough?: boolean;
        };
        header?: never;
        path: {
          /** Global ID or name of the project, percent-encoded. */
          project_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            /** Equal intervals, oldest first, empty ones included. */
            data: (components['schemas']["SeriesBucket"])[];
            /** All intervals as one: percentiles of intervals do not add up. Models are left out when a filter narrows. */
            totals: components['schemas']["SeriesBucket"] | null;
            coverage: components['schemas']["FigureCoverage"];
            /** End of the last interval. */
            end_time: string;
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_identifier}/series_breakdown": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Figures over time by value */
    get: {
      parameters: {
        query: {
          /** Whether traces or spans are counted; `filter` is then a filter over those. */
          of?: "traces" | "spans";
          /** A condition in the filter language, over traces or spans as `of` says. */
          filter?: string;
          /** Start of the window, inclusive. Default: a day before its end. */
          start_time?: string;
          /** End of the window, exclusive. Default: now. */
          end_time?: string;
          /** Start the window with the first span of the project; `start_time` is then not read. */
          whole?: boolean;
          /** The field to group by; errors by the pattern of their messages. Of a trace: its root’s name, kind and attributes, and the models and errors of its spans. For `attribute`, set `attribute_key`. */
          by: "name" | "kind" | "model" | "user" | "session" | "error" | "attribute";
          /** Dotted key of the attribute to group by, with `by=attribute`; behind `resource.` those of what sent the spans. */
          attribute_key?: string;
          /** Count all that matches, however long it takes, up to 30 seconds: for a second look, when the first was not complete. Who accepts `application/x-ndjson` gets the same reply line by line as it grows, for up to five minutes. Percentiles of more than 256 latencies are then within 1 %. */
          thorough?: boolean;
          /** Intervals, 1 to 200. */
          buckets?: number;
          /** How many of the most frequent values get a series, 1 to 10. */
          values?: number;
        };
        header?: never;
        path: {
          /** Global ID or name of the project, percent-encoded. */
          project_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["SeriesBreakdown"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_identifier}/session_annotations": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List annotations of sessions */
    get: {
      parameters: {
        query?: {
          /** Only annotations of this session. Without `identifier`, required. May be repeated. */
          session_ids?: (string)[];
          /** Only annotations with this identifier. May be repeated. */
          identifier?: (string)[];
          /** Only annotations of this name. May be repeated. */
          include_annotation_names?: (string)[];
          /** No annotations of this name. May be repeated. */
          exclude_annotation_names?: (string)[];
          /** Cursor of the page, as the reply before gave it. Opaque. */
          cursor?: string;
          /** Rows in a page, 1 to 10,000. */
          limit?: number;
        };
        header?: never;
        path: {
          /** Global ID or name of the project, percent-encoded. */
          project_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["SessionAnnotation"])[];
            /** Cursor of the next page; null at the end. */
            next_cursor: string | null;
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    /** Delete annotations of sessions */
    delete: {
      parameters: {
        query?: {
          /** Only those of this name. */
          name?: string;
          /** Only those with this identifier. */
          identifier?: string;
          /** Only annotations by an LLM, by code, or by a human. */
          annotator_kind?: "LLM" | "CODE" | "HUMAN";
          /** Only those created at or after this time. */
          start_time?: string;
          /** Only those created before this time; later than `start_time`. */
          end_time?: string;
          /** Needed unless both times are given: without it a forgotten time would delete everything. */
          delete_all?: boolean;
        };
        header?: never;
        path: {
          /** Global ID or name of the project, percent-encoded. */
          project_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_identifier}/session_count": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Count sessions */
    get: {
      parameters: {
        query?: {
          /** Sessions that were active at or after this time. */
          start_time?: string;
          /** Sessions that began before this time. */
          end_time?: string;
          /** A condition over sessions in the filter language. */
          filter?: string;
        };
        header?: never;
        path: {
          /** Global ID or name of the project, percent-encoded. */
          project_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["SessionCount"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_identifier}/session_rows": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List sessions as rows */
    get: {
      parameters: {
        query?: {
          /** Sessions that were active at or after this time. */
          start_time?: string;
          /** Sessions that began before this time. */
          end_time?: string;
          /** A condition over sessions in the filter language. */
          filter?: string;
          /** The sort field; ties by insertion. `annotation_score` sorts by the mean score of the annotations named by `annotation`; rows without one come last, newest first, in either order. */
          sort?: "start_time" | "end_time" | "duration_ms" | "trace_count" | "error_count" | "token_count" | "cost_usd" | "annotation_score";
          /** Name of the annotations that `sort=annotation_score` sorts by. */
          annotation?: string;
          /** Ascending or descending. */
          order?: "asc" | "desc";
          /** Rows in a page, 1 to 200. */
          limit?: number;
          /** Cursor of the page, as the reply before gave it. Opaque. */
          cursor?: string;
        };
        header?: never;
        path: {
          /** Global ID or name of the project, percent-encoded. */
          project_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["SessionRow"])[];
            /** Cursor of the rows after these; null at the end. */
            next_cursor: string | null;
            /** Cursor of the rows before these, in the same order; ask again to see sessions that began or went on since. Null on an empty page. */
            previous_cursor: string | null;
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_identifier}/sessions": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List sessions */
    get: {
      parameters: {
        query?: {
          /** Cursor of the page, as the reply before gave it. Opaque. */
          cursor?: string;
          /** Rows in a page, 1 to 1,000. */
          limit?: number;
          /** By insertion, ascending or descending. */
          order?: "asc" | "desc";
          /** A condition over sessions in the filter language. */
          filter?: string;
        };
        header?: never;
        path: {
          /** Global ID or name of the project, percent-encoded. */
          project_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["Session"])[];
            /** Cursor of the next page; null at the end. */
            next_cursor: string | null;
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_identifier}/span_annotations": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List annotations of spans */
    get: {
      parameters: {
        query?: {
          /** Only annotations of this span. Without `identifier`, required. May be repeated. */
          span_ids?: (string)[];
          /** Only annotations with this identifier. May be repeated. */
          identifier?: (string)[];
          /** Only annotations of this name. May be repeated. */
          include_annotation_names?: (string)[];
          /** No annotations of this name. May be repeated. */
          exclude_annotation_names?: (string)[];
          /** Cursor of the page, as the reply before gave it. Opaque. */
          cursor?: string;
          /** Rows in a page, 1 to 10,000. */
          limit?: number;
        };
        header?: never;
        path: {
          /** Global ID or name of the project, percent-encoded. */
          project_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["SpanAnnotation"])[];
            /** Cursor of the next page; null at the end. */
            next_cursor: string | null;
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    /** Delete annotations of spans */
    delete: {
      parameters: {
        query?: {
          /** Only those of this name. */
          name?: string;
          /** Only those with this identifier. */
          identifier?: string;
          /** Only annotations by an LLM, by code, or by a human. */
          annotator_kind?: "LLM" | "CODE" | "HUMAN";
          /** Only those created at or after this time. */
          start_time?: string;
          /** Only those created before this time; later than `start_time`. */
          end_time?: string;
          /** Needed unless both times are given: without it a forgotten time would delete everything. */
          delete_all?: boolean;
        };
        header?: never;
        path: {
          /** Global ID or name of the project, percent-encoded. */
          project_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_identifier}/span_rows": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List spans as rows */
    get: {
      parameters: {
        query?: {
          /** Only spans that started at or after this time. */
          start_time?: string;
          /** Only spans that started before this time. */
          end_time?: string;
          /** OpenTelemetry trace id. May be repeated. */
          trace_id?: (string)[];
          /** OpenTelemetry span id. May be repeated. */
          span_id?: (string)[];
          /** Span id of the parent; the word `null` gives roots only. */
          parent_id?: string;
          /** Exact name. May be repeated. */
          name?: (string)[];
          /** OK, ERROR or UNSET, in any case. May be repeated. */
          status_code?: (string)[];
          /** `key:value` that the span must have; all of several. May be repeated. */
          attribute?: (string)[];
          /** Model name. May be repeated. */
          model?: (string)[];
          /** Session id. May be repeated. */
          session_id?: (string)[];
          /** User id. May be repeated. */
          user_id?: (string)[];
          /** A condition over spans in the filter language. */
          filter?: string;
          /** UNKNOWN, AGENT, CHAIN, DECISION, EMBEDDING, EVALUATOR, GUARDRAIL, LLM, PROMPT, RERANKER, RETRIEVER, TOOL, in any case. May be repeated. */
          span_kind?: (string)[];
          /** Only roots and spans whose parent was never received. */
          root?: boolean;
          /** The sort field; ties by insertion. For all but `start_time` and `annotation_score` each page looks at the whole time range, and answers 504 when that takes too long: then narrow it. Rows without the value count as less than any. `annotation_score` sorts by the mean score of the annotations named by `annotation`; rows without one come last, newest first, in either order. */
          sort?: "start_time" | "latency_ms" | "token_count" | "cost_usd" | "annotation_score" | "time_to_first_token_ms" | "tokens_per_second";
          /** Name of the annotations that `sort=annotation_score` sorts by. */
          annotation?: string;
          /** Ascending or descending. */
          order?: "asc" | "desc";
          /** Key of an attribute of the span that the rows shall carry in `attributes`: dotted, list indexes included. Behind `resource.` those of what sent it, as in `resource.service.version`. May be repeated. */
          columns?: (string)[];
          /** Cursor of the page, as the reply before gave it. Opaque. */
          cursor?: string;
          /** Rows in a page, 1 to 200. */
          limit?: number;
          /** `false` leaves the previews null unless `columns` is given, which is cheaper. */
          previews?: boolean;
        };
        header?: never;
        path: {
          /** Global ID or name of the project, percent-encoded. */
          project_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["SpanRow"])[];
            /** Cursor of the rows after these; null at the end. */
            next_cursor: string | null;
            /** Cursor of the rows before these, in the same order; ask again to see rows that arrived since. Null on an empty page. */
            previous_cursor: string | null;
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_identifier}/span_rows/csv": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Download rows of spans as CSV */
    get: {
      parameters: {
        query?: {
          /** Only spans that started at or after this time. */
          start_time?: string;
          /** Only spans that started before this time. */
          end_time?: string;
          /** OpenTelemetry trace id. May be repeated. */
          trace_id?: (string)[];
          /** OpenTelemetry span id. May be repeated. */
          span_id?: (string)[];
          /** Span id of the parent; the word `null` gives roots only. */
          parent_id?: string;
          /** Exact name. May be repeated. */
          name?: (string)[];
          /** OK, ERROR or UNSET, in any case. May be repeated. */
          status_code?: (string)[];
          /** `key:value` that the span must have; all of several. May be repeated. */
          attribute?: (string)[];
          /** Model name. May be repeated. */
          model?: (string)[];
          /** Session id. May be repeated. */
          session_id?: (string)[];
          /** User id. May be repeated. */
          user_id?: (string)[];
          /** A condition over spans in the filter language. */
          filter?: string;
          /** UNKNOWN, AGENT, CHAIN, DECISION, EMBEDDING, EVALUATOR, GUARDRAIL, LLM, PROMPT, RERANKER, RETRIEVER, TOOL, in any case. May be repeated. */
          span_kind?: (string)[];
          /** Only roots and spans whose parent was never received. */
          root?: boolean;
          /** The sort field; ties by insertion. For all but `start_time` and `annotation_score` each page looks at the whole time range, and answers 504 when that takes too long: then narrow it. Rows without the value count as less than any. `annotation_score` sorts by the mean score of the annotations named by `annotation`; rows without one come last, newest first, in either order. */
          sort?: "start_time" | "latency_ms" | "token_count" | "cost_usd" | "annotation_score" | "time_to_first_token_ms" | "tokens_per_second";
          /** Name of the annotations that `sort=annotation_score` sorts by. */
          annotation?: string;
          /** Ascending or descending. */
          order?: "asc" | "desc";
          /** Key of an attribute of the span that the rows shall carry in `attributes`: dotted, list indexes included. Behind `resource.` those of what sent it, as in `resource.service.version`. May be repeated. */
          columns?: (string)[];
          /** Name of annotations of the row to give a column, `annotations.` and the name: the mean score, or without scores the most frequent label. May be repeated. */
          annotations?: (string)[];
        };
        header?: never;
        path: {
          /** Global ID or name of the project, percent-encoded. */
          project_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "text/csv": string;
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_identifier}/spans": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List spans with their attributes */
    get: {
      parameters: {
        query?: {
          /** Only spans that started at or after this time. */
          start_time?: string;
          /** Only spans that started before this time. */
          end_time?: string;
          /** OpenTelemetry trace id. May be repeated. */
          trace_id?: (string)[];
          /** OpenTelemetry span id. May be repeated. */
          span_id?: (string)[];
          /** Span id of the parent; the word `null` gives roots only. */
          parent_id?: string;
          /** Exact name. May be repeated. */
          name?: (string)[];
          /** OK, ERROR or UNSET, in any case. May be repeated. */
          status_code?: (string)[];
          /** `key:value` that the span must have; all of several. May be repeated. */
          attribute?: (string)[];
          /** Model name. May be repeated. */
          model?: (string)[];
          /** Session id. May be repeated. */
          session_id?: (string)[];
          /** User id. May be repeated. */
          user_id?: (string)[];
          /** A condition over spans in the filter language. */
          filter?: string;
          /** UNKNOWN, AGENT, CHAIN, DECISION, EMBEDDING, EVALUATOR, GUARDRAIL, LLM, PROMPT, RERANKER, RETRIEVER, TOOL, in any case. May be repeated. */
          span_kind?: (string)[];
          /** Cursor of the page, as the reply before gave it. Opaque. */
          cursor?: string;
          /** Rows in a page, 1 to 1,000. */
          limit?: number;
          /** By insertion or by start time; ties by insertion. */
          sort?: "id" | "start_time";
          /** Ascending or descending. */
          order?: "asc" | "desc";
        };
        header?: never;
        path: {
          /** Global ID or name of the project, percent-encoded. */
          project_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["Span"])[];
            /** Cursor of the next page; null at the end. */
            next_cursor: string | null;
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    /** Create spans from JSON */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID or name of the project, percent-encoded. */
          project_identifier: string;
        };
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["CreateSpansBody"];
      } };
      responses: {
        202: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["CreatedSpans"];
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["FieldErrors"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        507: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_identifier}/spans/jsonl": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Download spans as JSON lines */
    get: {
      parameters: {
        query?: {
          /** Only spans that started at or after this time. */
          start_time?: string;
          /** Only spans that started before this time. */
          end_time?: string;
          /** OpenTelemetry trace id. May be repeated. */
          trace_id?: (string)[];
          /** OpenTelemetry span id. May be repeated. */
          span_id?: (string)[];
          /** Span id of the parent; the word `null` gives roots only. */
          parent_id?: string;
          /** Exact name. May be repeated. */
          name?: (string)[];
          /** OK, ERROR or UNSET, in any case. May be repeated. */
          status_code?: (string)[];
          /** `key:value` that the span must have; all of several. May be repeated. */
          attribute?: (string)[];
          /** Model name. May be repeated. */
          model?: (string)[];
          /** Session id. May be repeated. */
          session_id?: (string)[];
          /** User id. May be repeated. */
          user_id?: (string)[];
          /** A condition over spans in the filter language. */
          filter?: string;
          /** UNKNOWN, AGENT, CHAIN, DECISION, EMBEDDING, EVALUATOR, GUARDRAIL, LLM, PROMPT, RERANKER, RETRIEVER, TOOL, in any case. May be repeated. */
          span_kind?: (string)[];
          /** `span`: as `GET …/spans` has them. `otlp`: each line an OTLP/JSON export request of one span, as it was sent. */
          format?: "span" | "otlp";
        };
        header?: never;
        path: {
          /** Global ID or name of the project, percent-encoded. */
          project_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/x-ndjson": string;
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_identifier}/spans/otlpv1": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List spans in the shape of OTLP */
    get: {
      parameters: {
        query?: {
          /** Only spans that started at or after this time. */
          start_time?: string;
          /** Only spans that started before this time. */
          end_time?: string;
          /** OpenTelemetry trace id. May be repeated. */
          trace_id?: (string)[];
          /** OpenTelemetry span id. May be repeated. */
          span_id?: (string)[];
          /** Span id of the parent; the word `null` gives roots only. */
          parent_id?: string;
          /** Exact name. May be repeated. */
          name?: (string)[];
          /** OK, ERROR or UNSET, in any case. May be repeated. */
          status_code?: (string)[];
          /** `key:value` that the span must have; all of several. May be repeated. */
          attribute?: (string)[];
          /** Model name. May be repeated. */
          model?: (string)[];
          /** Session id. May be repeated. */
          session_id?: (string)[];
          /** User id. May be repeated. */
          user_id?: (string)[];
          /** A condition over spans in the filter language. */
          filter?: string;
          /** Cursor of the page, as the reply before gave it. Opaque. */
          cursor?: string;
          /** Rows in a page, 1 to 1,000. */
          limit?: number;
        };
        header?: never;
        path: {
          /** Global ID or name of the project, percent-encoded. */
          project_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["OtlpSpan"])[];
            /** Cursor of the next page; null at the end. */
            next_cursor: string | null;
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_identifier}/trace_annotations": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List annotations of traces */
    get: {
      parameters: {
        query?: {
          /** Only annotations of this trace. Without `identifier`, required. May be repeated. */
          trace_ids?: (string)[];
          /** Only annotations with this identifier. May be repeated. */
          identifier?: (string)[];
          /** Only annotations of this name. May be repeated. */
          include_annotation_names?: (string)[];
          /** No annotations of this name. May be repeated. */
          exclude_annotation_names?: (string)[];
          /** Cursor of the page, as the reply before gave it. Opaque. */
          cursor?: string;
          /** Rows in a page, 1 to 10,000. */
          limit?: number;
        };
        header?: never;
        path: {
          /** Global ID or name of the project, percent-encoded. */
          project_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["TraceAnnotation"])[];
            /** Cursor of the next page; null at the end. */
            next_cursor: string | null;
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    /** Delete annotations of traces */
    delete: {
      parameters: {
        query?: {
          /** Only those of this name. */
          name?: string;
          /** Only those with this identifier. */
          identifier?: string;
          /** Only annotations by an LLM, by code, or by a human. */
          annotator_kind?: "LLM" | "CODE" | "HUMAN";
          /** Only those created at or after this time. */
          start_time?: string;
          /** Only those created before this time; later than `start_time`. */
          end_time?: string;
          /** Needed unless both times are given: without it a forgotten time would delete everything. */
          delete_all?: boolean;
        };
        header?: never;
        path: {
          /** Global ID or name of the project, percent-encoded. */
          project_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_identifier}/trace_rows": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List traces with what their roots show */
    get: {
      parameters: {
        query?: {
          /** Only traces that started at or after this time. */
          start_time?: string;
          /** Only traces that started before this time. */
          end_time?: string;
          /** Global ID or id of a session. May be repeated. */
          session_identifier?: (string)[];
          /** Has (true) or has not (false) a span with status ERROR. */
          error?: boolean;
          /** Least latency in milliseconds, inclusive. */
          min_latency_ms?: number;
          /** Greatest latency in milliseconds, inclusive. */
          max_latency_ms?: number;
          /** A condition over traces in the filter language. */
          filter?: string;
          /** Id of a user. May be repeated. */
          user_id?: (string)[];
          /** The sort field; ties by insertion. For `token_count` (prompt and completion) and `cost_usd` each page looks at the whole time range, and answers 504 when that takes too long: then narrow it. Rows without the value count as less than any. `annotation_score` sorts by the mean score of the annotations named by `annotation`; rows without one come last, newest first, in either order. */
          sort?: "start_time" | "latency_ms" | "token_count" | "cost_usd" | "annotation_score";
          /** Name of the annotations that `sort=annotation_score` sorts by. */
          annotation?: string;
          /** Ascending or descending. */
          order?: "asc" | "desc";
          /** Key of an attribute of the root span that the rows shall carry in `attributes`: dotted, list indexes included. Behind `resource.` those of what sent it, as in `resource.service.version`. May be repeated. */
          columns?: (string)[];
          /** Rows in a page, 1 to 200. */
          limit?: number;
          /** Cursor of the page, as the reply before gave it. Opaque. */
          cursor?: string;
          /** `false` leaves previews (unless `columns` is given), error and model null, which is cheaper. */
          previews?: boolean;
        };
        header?: never;
        path: {
          /** Global ID or name of the project, percent-encoded. */
          project_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["TraceRow"])[];
            /** Cursor of the rows after these; null at the end. */
            next_cursor: string | null;
            /** Cursor of the rows before these, in the same order; ask again to see rows that arrived since. Null on an empty page. */
            previous_cursor: string | null;
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_identifier}/trace_rows/csv": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Download rows of traces as CSV */
    get: {
      parameters: {
        query?: {
          /** Only traces that started at or after this time. */
          start_time?: string;
          /** Only traces that started before this time. */
          end_time?: string;
          /** Global ID or id of a session. May be repeated. */
          session_identifier?: (string)[];
          /** Has (true) or has not (false) a span with status ERROR. */
          error?: boolean;
          /** Least latency in milliseconds, inclusive. */
          min_latency_ms?: number;
          /** Greatest latency in milliseconds, inclusive. */
          max_latency_ms?: number;
          /** A condition over traces in the filter language. */
          filter?: string;
          /** Id of a user. May be repeated. */
          user_id?: (string)[];
          /** The sort field; ties by insertion. For `token_count` (prompt and completion) and `cost_usd` each page looks at the whole time range, and answers 504 when that takes too long: then narrow it. Rows without the value count as less than any. `annotation_score` sorts by the mean score of the annotations named by `annotation`; rows without one come last, newest first, in either order. */
          sort?: "start_time" | "latency_ms" | "token_count" | "cost_usd" | "annotation_score";
          /** Name of the annotations that `sort=annotation_score` sorts by. */
          annotation?: string;
          /** Ascending or descending. */
          order?: "asc" | "desc";
          /** Key of an attribute of the root span that the rows shall carry in `attributes`: dotted, list indexes included. Behind `resource.` those of what sent it, as in `resource.service.version`. May be repeated. */
          columns?: (string)[];
          /** Name of annotations of the row to give a column, `annotations.` and the name: the mean score, or without scores the most frequent label. May be repeated. */
          annotations?: (string)[];
          /** Global ID or OpenTelemetry id of a trace: returns only these, whatever the other filters. May be repeated. */
          trace_id?: (string)[];
        };
        header?: never;
        path: {
          /** Global ID or name of the project, percent-encoded. */
          project_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "text/csv": string;
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_identifier}/traces": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List traces */
    get: {
      parameters: {
        query?: {
          /** Only traces that started at or after this time. */
          start_time?: string;
          /** Only traces that started before this time. */
          end_time?: string;
          /** Global ID or id of a session. May be repeated. */
          session_identifier?: (string)[];
          /** Has (true) or has not (false) a span with status ERROR. */
          error?: boolean;
          /** Least latency in milliseconds, inclusive. */
          min_latency_ms?: number;
          /** Greatest latency in milliseconds, inclusive. */
          max_latency_ms?: number;
          /** A condition over traces in the filter language. */
          filter?: string;
          /** The sort field; ties by insertion. */
          sort?: "start_time" | "latency_ms";
          /** Ascending or descending. */
          order?: "asc" | "desc";
          /** Rows in a page, 1 to 1,000. */
          limit?: number;
          /** Cursor of the page, as the reply before gave it. Opaque. */
          cursor?: string;
          /** Also give the spans of each trace, without attributes: the first 100,000. Pages may then hold fewer traces than `limit`. */
          include_spans?: boolean;
        };
        header?: never;
        path: {
          /** Global ID or name of the project, percent-encoded. */
          project_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["Trace"])[];
            /** Cursor of the next page; null at the end. */
            next_cursor: string | null;
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    /** Delete the traces of a time window */
    delete: {
      parameters: {
        query: {
          /** Traces that started at or after this time. */
          start_time: string;
          /** Traces that started before this time; later than `start_time`. */
          end_time: string;
        };
        header?: never;
        path: {
          /** Global ID or name of the project, percent-encoded. */
          project_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_identifier}/views": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List saved views */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID or name of the project, percent-encoded. */
          project_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            /** Those of the project by name, then the caller’s private ones by name; at most 200 of each. */
            data: (components['schemas']["View"])[];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/projects/{project_identifier}/views/{view_name}": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    /** Save a view */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID or name of the project, percent-encoded. */
          project_identifier: string;
          /** Name of the view. */
          view_name: string;
        };
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["SaveViewBody"];
      } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["View"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        409: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    post?: never;
    /** Delete a view */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID or name of the project, percent-encoded. */
          project_identifier: string;
          /** Name of the view. */
          view_name: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    options?: never;
    head?: never;
    /** Rename a view, or change who sees it */
    patch: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID or name of the project, percent-encoded. */
          project_identifier: string;
          /** Name of the view. */
          view_name: string;
        };
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["UpdateViewBody"];
      } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["View"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        409: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    trace?: never;
  };
  "/v1/refusals": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List refused requests */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["Refusal"])[];
          };
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/rereads": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List rereads */
    get: {
      parameters: {
        query?: {
          /** Rows in a page, 1 to 100. */
          limit?: number;
          /** Cursor of the page, as the reply before gave it. Opaque. */
          cursor?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RereadPage"];
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    /** Read stored spans again */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["StartRereadBody"];
      } };
      responses: {
        202: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["Reread"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        409: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/rereads/{id}": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** How far a reread is */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID. */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["Reread"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/rereads/{id}/resume": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Resume a reread */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID. */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        202: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["Reread"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        409: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/rereads/{id}/stop": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Stop a reread */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID. */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["Reread"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        409: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/retention_policies": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List retention policies */
    get: {
      parameters: {
        query?: {
          /** Cursor of the page, as the reply before gave it. Opaque. */
          cursor?: string;
          /** Rows in a page, 1 to 1,000. */
          limit?: number;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["RetentionPolicy"])[];
            /** Cursor of the next page; null at the end. */
            next_cursor: string | null;
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    /** Create a retention policy */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["CreateRetentionPolicyBody"];
      } };
      responses: {
        201: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["RetentionPolicy"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        409: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/retention_policies/{policy_id}": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Read a retention policy */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID of the policy. */
          policy_id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["RetentionPolicy"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    /** Delete a retention policy */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID of the policy. */
          policy_id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    options?: never;
    head?: never;
    /** Change a retention policy */
    patch: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID of the policy. */
          policy_id: string;
        };
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["UpdateRetentionPolicyBody"];
      } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["RetentionPolicy"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        409: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    trace?: never;
  };
  "/v1/secrets": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    /** Store and delete secrets */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["UpsertOrDeleteSecretsRequest"];
      } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["UpsertOrDeleteSecretsResult"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/server": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** About this server */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["ServerInfo"];
          };
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/session_annotations": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Annotate sessions */
    post: {
      parameters: {
        query?: {
          /** True: every target must exist, and the reply holds the ids. False: what names a target that has not come yet waits for it. */
          sync?: boolean;
          /** `APP` when a human annotates on a page; kept with the annotation. */
          source?: "API" | "APP";
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["AnnotateSessionsRequestBody"];
      } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["InsertedAnnotation"])[];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        507: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/session_notes": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Write a note to a session */
    post: {
      parameters: {
        query?: {
          /** `APP` when a human annotates on a page; kept with the annotation. */
          source?: "API" | "APP";
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": {
          data: components['schemas']["SessionNoteData"];
        };
      } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["InsertedAnnotation"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        507: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/sessions/delete": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Delete sessions */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["DeleteSessionsBody"];
      } };
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/sessions/{session_identifier}": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Read a session */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID or id of the session. */
          session_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["Session"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    /** Delete a session */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID or id of the session. */
          session_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/sessions/{session_identifier}/skeleton": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Read the turns of a session */
    get: {
      parameters: {
        query?: {
          /** The most traces to give, 1 to 100,000. */
          limit?: number;
        };
        header?: never;
        path: {
          /** Global ID or id of the session. */
          session_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["SessionSkeleton"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/sessions/{session_identifier}/turns": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Read what some turns say */
    get: {
      parameters: {
        query: {
          /** OpenTelemetry id of a trace of this session. May be repeated. */
          trace_id: (string)[];
        };
        header?: never;
        path: {
          /** Global ID or id of the session. */
          session_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["SessionTurn"])[];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/span_annotations": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Annotate spans */
    post: {
      parameters: {
        query?: {
          /** True: every target must exist, and the reply holds the ids. False: what names a target that has not come yet waits for it. */
          sync?: boolean;
          /** `APP` when a human annotates on a page; kept with the annotation. */
          source?: "API" | "APP";
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["AnnotateSpansRequestBody"];
      } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["InsertedAnnotation"])[];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        507: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/span_notes": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Write a note to a span */
    post: {
      parameters: {
        query?: {
          /** `APP` when a human annotates on a page; kept with the annotation. */
          source?: "API" | "APP";
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": {
          data: components['schemas']["SpanNoteData"];
        };
      } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["InsertedAnnotation"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        507: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/spans": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Read spans as data frames */
    post: {
      parameters: {
        query?: {
          /** The project; it wins over the header `project-name` and the body. */
          project_name?: string;
          /** The same, in an older spelling. */
          "project-name"?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["SpanQueryBody"];
      } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "multipart/mixed": string;
          "application/x-pandas-arrow": string;
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/spans/delete": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Delete some spans */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["DeleteSpansBody"];
      } };
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/spans/{span_identifier}": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Read a span */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID or OpenTelemetry span id of the span. */
          span_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["SpanDetail"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    /** Delete a span */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID or OpenTelemetry span id of the span. */
          span_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/spans/{span_identifier}/cost": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** How the cost of a span is made */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID or OpenTelemetry span id of the span. */
          span_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["SpanCost"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/spans/{span_identifier}/dataset_examples": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** The examples made of a span */
    get: {
      parameters: {
        query?: {
          /** Cursor of the page, as the reply before gave it. Opaque. */
          cursor?: string;
          /** Rows in a page, 1 to 1,000. */
          limit?: number;
        };
        header?: never;
        path: {
          /** Global ID or OpenTelemetry span id of the span. */
          span_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["DatasetExampleLink"])[];
            /** Cursor of the next page; null at the end. */
            next_cursor: string | null;
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/spans/{span_identifier}/otlp": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Read a span as it was sent */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID or OpenTelemetry span id of the span. */
          span_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["OtlpTraceRequest"];
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/storage": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Get storage sizes */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            /** Row counts, file sizes in bytes and bytes waiting to be reclaimed, by name. */
            data: { [key: string]: number };
          };
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/storage/tables": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Get table sizes */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["StorageTables"];
          };
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/system/api_keys": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List system keys */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["ApiKey"])[];
          };
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    /** Make a system key */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["CreateApiKeyBody"];
      } };
      responses: {
        201: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["CreatedApiKey"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/system/api_keys/{api_key_id}": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    post?: never;
    /** Revoke a system key */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID of the key. */
          api_key_id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/trace_annotations": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Annotate traces */
    post: {
      parameters: {
        query?: {
          /** True: every target must exist, and the reply holds the ids. False: what names a target that has not come yet waits for it. */
          sync?: boolean;
          /** `APP` when a human annotates on a page; kept with the annotation. */
          source?: "API" | "APP";
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["AnnotateTracesRequestBody"];
      } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["InsertedAnnotation"])[];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        507: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/trace_notes": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Write a note to a trace */
    post: {
      parameters: {
        query?: {
          /** `APP` when a human annotates on a page; kept with the annotation. */
          source?: "API" | "APP";
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": {
          data: components['schemas']["TraceNoteData"];
        };
      } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["InsertedAnnotation"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        507: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/traces": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Receive spans (OTLP over HTTP) */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** gzip, deflate, zstd or identity. */
          "content-encoding"?: string;
          /** Project of all spans; wins over the resource attribute `openinference.project.name`. */
          "x-project-name"?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        "application/x-protobuf": string;
        "application/json": components['schemas']["ExportTraceServiceRequest"];
      } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/x-protobuf": string;
          "application/json": components['schemas']["ExportTraceServiceResponse"];
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/x-protobuf": string;
          "application/json": components['schemas']["RpcStatus"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/x-protobuf": string;
          "application/json": components['schemas']["RpcStatus"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/x-protobuf": string;
          "application/json": components['schemas']["RpcStatus"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/x-protobuf": string;
          "application/json": components['schemas']["RpcStatus"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/x-protobuf": string;
          "application/json": components['schemas']["RpcStatus"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/x-protobuf": string;
          "application/json": components['schemas']["RpcStatus"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/x-protobuf": string;
          "application/json": components['schemas']["RpcStatus"];
        } };
        507: { headers: { [name: string]: unknown }; content: {
          "application/x-protobuf": string;
          "application/json": components['schemas']["RpcStatus"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/traces/delete": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Delete some traces */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["DeleteTracesBody"];
      } };
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/traces/transfer": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Move traces to another project */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["TransferTracesBody"];
      } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["TransferredTraces"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/traces/{trace_identifier}": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Read a trace */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID or OpenTelemetry trace id of the trace. */
          trace_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["TraceRow"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    /** Delete a trace */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID or OpenTelemetry trace id of the trace. */
          trace_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/traces/{trace_identifier}/annotations": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Read all annotations of a trace */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID or OpenTelemetry trace id of the trace. */
          trace_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["Annotation"])[];
            /** False when there are more than these. */
            complete: boolean;
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/traces/{trace_identifier}/services": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Read which services sent the spans of a trace */
    get: {
      parameters: {
        query?: {
          /** The most spans to give, 1 to 20,000. */
          limit?: number;
        };
        header?: never;
        path: {
          /** Global ID or OpenTelemetry trace id of the trace. */
          trace_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["TraceServices"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/traces/{trace_identifier}/skeleton": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Read the tree of a trace */
    get: {
      parameters: {
        query?: {
          /** The most spans to give, 1 to 200,000. */
          limit?: number;
        };
        header?: never;
        path: {
          /** Global ID or OpenTelemetry trace id of the trace. */
          trace_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["TraceSkeleton"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/traces/{trace_identifier}/spans": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Read the spans of a trace */
    get: {
      parameters: {
        query?: {
          /** Global ID or OpenTelemetry id of a span of this trace: these alone, in this order. Without it, all spans of the trace by start time, page by page. May be repeated. */
          ids?: (string)[];
          /** `next_cursor` of the page before. Not with `ids`. */
          cursor?: string;
          /** The most spans to return on a page, 1 to 100. Not with `ids`. */
          limit?: number;
        };
        header?: never;
        path: {
          /** Global ID or OpenTelemetry trace id of the trace. */
          trace_identifier: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            /** By start time, or in the order of `ids`; spans that do not exist are left out. */
            data: (components['schemas']["SpanDetail"])[];
            /** Pass it as `cursor` to read on; null at the end, and with `ids`. */
            next_cursor: string | null;
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/user": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Who calls */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: {
              /** Global ID of the user. */
              id: string;
              /** When it was made. */
              created_at: string;
              /** When it was last changed. */
              updated_at: string;
              /** E-mail address, in lower case. */
              email: string;
              /** Name to show. */
              username: string;
              /** `SYSTEM` is the built-in account behind the admin secret and system keys. */
              role: "SYSTEM" | "ADMIN" | "MEMBER" | "VIEWER";
              auth_method: "LOCAL";
              /** Whether a session of this user may do nothing but change the password and sign out. */
              password_needs_reset: boolean;
            } | {
              /** Global ID of the user. */
              id: string;
              /** When it was made. */
              created_at: string;
              /** When it was last changed. */
              updated_at: string;
              /** E-mail address, in lower case. */
              email: string;
              /** Name to show. */
              username: string;
              /** `SYSTEM` is the built-in account behind the admin secret and system keys. */
              role: "SYSTEM" | "ADMIN" | "MEMBER" | "VIEWER";
              auth_method: "OAUTH2";
              /** The client of the identity provider. */
              oauth2_client_id?: string;
              /** The subject there. */
              oauth2_user_id?: string;
              /** Address of a picture. */
              profile_picture_url?: string;
              /** When the identity provider stopped admitting the user, or the user was inactive for too long: their keys are refused. Absent otherwise. */
              suspended_at?: string;
            } | {
              /** Global ID of the user. */
              id: string;
              /** When it was made. */
              created_at: string;
              /** When it was last changed. */
              updated_at: string;
              /** E-mail address, in lower case. */
              email: string;
              /** Name to show. */
              username: string;
              /** `SYSTEM` is the built-in account behind the admin secret and system keys. */
              role: "SYSTEM" | "ADMIN" | "MEMBER" | "VIEWER";
              auth_method: "LDAP";
              /** When the directory stopped admitting the user: their keys are refused. Absent otherwise. */
              suspended_at?: string;
            } | components['schemas']["AnonymousUser"];
          };
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /** Change your name */
    patch: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": {
          /** Name to show; unique. */
          username: string;
        };
      } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: {
              /** Global ID of the user. */
              id: string;
              /** When it was made. */
              created_at: string;
              /** When it was last changed. */
              updated_at: string;
              /** E-mail address, in lower case. */
              email: string;
              /** Name to show. */
              username: string;
              /** `SYSTEM` is the built-in account behind the admin secret and system keys. */
              role: "SYSTEM" | "ADMIN" | "MEMBER" | "VIEWER";
              auth_method: "LOCAL";
              /** Whether a session of this user may do nothing but change the password and sign out. */
              password_needs_reset: boolean;
            } | {
              /** Global ID of the user. */
              id: string;
              /** When it was made. */
              created_at: string;
              /** When it was last changed. */
              updated_at: string;
              /** E-mail address, in lower case. */
              email: string;
              /** Name to show. */
              username: string;
              /** `SYSTEM` is the built-in account behind the admin secret and system keys. */
              role: "SYSTEM" | "ADMIN" | "MEMBER" | "VIEWER";
              auth_method: "OAUTH2";
              /** The client of the identity provider. */
              oauth2_client_id?: string;
              /** The subject there. */
              oauth2_user_id?: string;
              /** Address of a picture. */
              profile_picture_url?: string;
              /** When the identity provider stopped admitting the user, or the user was inactive for too long: their keys are refused. Absent otherwise. */
              suspended_at?: string;
            } | {
              /** Global ID of the user. */
              id: string;
              /** When it was made. */
              created_at: string;
              /** When it was last changed. */
              updated_at: string;
              /** E-mail address, in lower case. */
              email: string;
              /** Name to show. */
              username: string;
              /** `SYSTEM` is the built-in account behind the admin secret and system keys. */
              role: "SYSTEM" | "ADMIN" | "MEMBER" | "VIEWER";
              auth_method: "LDAP";
              /** When the directory stopped admitting the user: their keys are refused. Absent otherwise. */
              suspended_at?: string;
            };
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        409: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    trace?: never;
  };
  "/v1/user/api_keys": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List the caller's own API keys */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["ApiKey"])[];
          };
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    /** Make an API key for oneself */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": components['schemas']["CreateApiKeyBody"];
      } };
      responses: {
        201: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: components['schemas']["CreatedApiKey"];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/user/api_keys/{api_key_id}": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    post?: never;
    /** Revoke one of the caller's own API keys */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID of the key. */
          api_key_id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/user/apps": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Apps that act for you */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["AppGrant"])[];
          };
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/user/apps/{app_id}": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    post?: never;
    /** Cut off an app */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID of the app’s grant. */
          app_id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/user/password": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Change your password */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": {
          /** The current password. */
          current_password: string;
          /** At least 8 characters, or strong where the server asks for that (`GET /auth/config` says so), and none of the 10,000 most common ones. */
          new_password: string;
        };
      } };
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        409: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/user/sessions": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Where you are signed in */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["UserSession"])[];
          };
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/user/sessions/{session_id}": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    post?: never;
    /** End a session */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID of the session. */
          session_id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/user_names": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Names of users */
    get: {
      parameters: {
        query: {
          /** Global ID of a user. At most 100. May be repeated. */
          ids: (string)[];
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            /** Each user asked for once, in the order asked. */
            data: (components['schemas']["UserName"])[];
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/users": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List users */
    get: {
      parameters: {
        query?: {
          /** Cursor of the page, as the reply before gave it. Opaque. */
          cursor?: string;
          /** Rows in a page, 1 to 1,000. */
          limit?: number;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: ({
              /** Global ID of the user. */
              id: string;
              /** When it was made. */
              created_at: string;
              /** When it was last changed. */
              updated_at: string;
              /** E-mail address, in lower case. */
              email: string;
              /** Name to show. */
              username: string;
              /** `SYSTEM` is the built-in account behind the admin secret and system keys. */
              role: "SYSTEM" | "ADMIN" | "MEMBER" | "VIEWER";
              auth_method: "LOCAL";
              /** Whether a session of this user may do nothing but change the password and sign out. */
              password_needs_reset: boolean;
            } | {
              /** Global ID of the user. */
              id: string;
              /** When it was made. */
              created_at: string;
              /** When it was last changed. */
              updated_at: string;
              /** E-mail address, in lower case. */
              email: string;
              /** Name to show. */
              username: string;
              /** `SYSTEM` is the built-in account behind the admin secret and system keys. */
              role: "SYSTEM" | "ADMIN" | "MEMBER" | "VIEWER";
              auth_method: "OAUTH2";
              /** The client of the identity provider. */
              oauth2_client_id?: string;
              /** The subject there. */
              oauth2_user_id?: string;
              /** Address of a picture. */
              profile_picture_url?: string;
              /** When the identity provider stopped admitting the user, or the user was inactive for too long: their keys are refused. Absent otherwise. */
              suspended_at?: string;
            } | {
              /** Global ID of the user. */
              id: string;
              /** When it was made. */
              created_at: string;
              /** When it was last changed. */
              updated_at: string;
              /** E-mail address, in lower case. */
              email: string;
              /** Name to show. */
              username: string;
              /** `SYSTEM` is the built-in account behind the admin secret and system keys. */
              role: "SYSTEM" | "ADMIN" | "MEMBER" | "VIEWER";
              auth_method: "LDAP";
              /** When the directory stopped admitting the user: their keys are refused. Absent otherwise. */
              suspended_at?: string;
            })[];
            /** Cursor of the next page; null at the end. */
            next_cursor: string | null;
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    /** Create a user */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": {
          user: {
            /** `LOCAL` signs in by password, the others at an identity provider or directory. */
            auth_method: "LOCAL" | "OAUTH2" | "LDAP";
            /** E-mail address; upper and lower case count as the same. */
            email: string;
            /** Name to show; unique. */
            username: string;
            /** The role of the user; `SYSTEM` is refused. */
            role: "SYSTEM" | "ADMIN" | "MEMBER" | "VIEWER";
            /** Only for `LOCAL`. Without one, the user needs a link to choose it. */
            password?: string;
            /** Only for `LOCAL`. Whether the user must change the password after signing in: until then, sessions can only do that, read `GET /v1/user` and sign out. False by default. */
            password_needs_reset?: boolean;
            /** Only for `OAUTH2`, when known: the client of the identity provider. */
            oauth2_client_id?: string;
            /** Only for `OAUTH2`, when known: the subject there. */
            oauth2_user_id?: string;
          };
          /** Whether to mail the user a welcome, where the server can send mail. */
          send_welcome_email?: boolean;
        };
      } };
      responses: {
        201: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: {
              /** Global ID of the user. */
              id: string;
              /** When it was made. */
              created_at: string;
              /** When it was last changed. */
              updated_at: string;
              /** E-mail address, in lower case. */
              email: string;
              /** Name to show. */
              username: string;
              /** `SYSTEM` is the built-in account behind the admin secret and system keys. */
              role: "SYSTEM" | "ADMIN" | "MEMBER" | "VIEWER";
              auth_method: "LOCAL";
              /** Whether a session of this user may do nothing but change the password and sign out. */
              password_needs_reset: boolean;
            } | {
              /** Global ID of the user. */
              id: string;
              /** When it was made. */
              created_at: string;
              /** When it was last changed. */
              updated_at: string;
              /** E-mail address, in lower case. */
              email: string;
              /** Name to show. */
              username: string;
              /** `SYSTEM` is the built-in account behind the admin secret and system keys. */
              role: "SYSTEM" | "ADMIN" | "MEMBER" | "VIEWER";
              auth_method: "OAUTH2";
              /** The client of the identity provider. */
              oauth2_client_id?: string;
              /** The subject there. */
              oauth2_user_id?: string;
              /** Address of a picture. */
              profile_picture_url?: string;
              /** When the identity provider stopped admitting the user, or the user was inactive for too long: their keys are refused. Absent otherwise. */
              suspended_at?: string;
            } | {
              /** Global ID of the user. */
              id: string;
              /** When it was made. */
              created_at: string;
              /** When it was last changed. */
              updated_at: string;
              /** E-mail address, in lower case. */
              email: string;
              /** Name to show. */
              username: string;
              /** `SYSTEM` is the built-in account behind the admin secret and system keys. */
              role: "SYSTEM" | "ADMIN" | "MEMBER" | "VIEWER";
              auth_method: "LDAP";
              /** When the directory stopped admitting the user: their keys are refused. Absent otherwise. */
              suspended_at?: string;
            };
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        409: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/users/api_keys": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List the API keys of all users */
    get: {
      parameters: {
        query?: {
          /** Cursor of the page, as the reply before gave it. Opaque. */
          cursor?: string;
          /** Rows in a page, 1 to 1,000. */
          limit?: number;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["UserApiKey"])[];
            /** Cursor of the next page; null at the end. */
            next_cursor: string | null;
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/users/api_keys/{api_key_id}": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    post?: never;
    /** Revoke the API key of any user */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID of the key. */
          api_key_id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/users/apps": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Apps that act for users */
    get: {
      parameters: {
        query?: {
          /** Cursor of the page, as the reply before gave it. Opaque. */
          cursor?: string;
          /** Rows in a page, 1 to 1,000. */
          limit?: number;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["UserAppGrant"])[];
            /** Cursor of the next page; null at the end. */
            next_cursor: string | null;
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/users/apps/{app_id}": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    post?: never;
    /** Cut off an app of a user */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID of the app’s grant. */
          app_id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/users/{user_id}": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    post?: never;
    /** Delete a user */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID of the user. */
          user_id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        409: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    options?: never;
    head?: never;
    /** Change a user */
    patch: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global ID of the user. */
          user_id: string;
        };
        cookie?: never;
      };
      requestBody: { content: {
        "application/json": {
          /** Name to show; unique. */
          username?: string;
          /** Takes effect with the next request, for the keys of the user too. */
          role?: "ADMIN" | "MEMBER" | "VIEWER";
          /** A new password. Every session of the user ends. */
          password?: string;
          /** With `password`: whether the user must change it after signing in, before anything else. True by default. */
          password_needs_reset?: boolean;
        };
      } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: {
              /** Global ID of the user. */
              id: string;
              /** When it was made. */
              created_at: string;
              /** When it was last changed. */
              updated_at: string;
              /** E-mail address, in lower case. */
              email: string;
              /** Name to show. */
              username: string;
              /** `SYSTEM` is the built-in account behind the admin secret and system keys. */
              role: "SYSTEM" | "ADMIN" | "MEMBER" | "VIEWER";
              auth_method: "LOCAL";
              /** Whether a session of this user may do nothing but change the password and sign out. */
              password_needs_reset: boolean;
            } | {
              /** Global ID of the user. */
              id: string;
              /** When it was made. */
              created_at: string;
              /** When it was last changed. */
              updated_at: string;
              /** E-mail address, in lower case. */
              email: string;
              /** Name to show. */
              username: string;
              /** `SYSTEM` is the built-in account behind the admin secret and system keys. */
              role: "SYSTEM" | "ADMIN" | "MEMBER" | "VIEWER";
              auth_method: "OAUTH2";
              /** The client of the identity provider. */
              oauth2_client_id?: string;
              /** The subject there. */
              oauth2_user_id?: string;
              /** Address of a picture. */
              profile_picture_url?: string;
              /** When the identity provider stopped admitting the user, or the user was inactive for too long: their keys are refused. Absent otherwise. */
              suspended_at?: string;
            } | {
              /** Global ID of the user. */
              id: string;
              /** When it was made. */
              created_at: string;
              /** When it was last changed. */
              updated_at: string;
              /** E-mail address, in lower case. */
              email: string;
              /** Name to show. */
              username: string;
              /** `SYSTEM` is the built-in account behind the admin secret and system keys. */
              role: "SYSTEM" | "ADMIN" | "MEMBER" | "VIEWER";
              auth_method: "LDAP";
              /** When the directory stopped admitting the user: their keys are refused. Absent otherwise. */
              suspended_at?: string;
            };
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        409: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        413: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        415: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    trace?: never;
  };
  "/v1/waiting_annotations": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List annotations that wait */
    get: {
      parameters: {
        query?: {
          /** Cursor of the page, as the reply before gave it. Opaque. */
          cursor?: string;
          /** Rows in a page, 1 to 1,000. */
          limit?: number;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content: {
          "application/json": {
            data: (components['schemas']["WaitingAnnotation"])[];
            /** Cursor of the next page; null at the end. */
            next_cursor: string | null;
            /** How many wait. */
            total: number;
            /** Null when nothing waits. */
            oldest_received_at: string | null;
            /** How many expired since the server started. */
            expired: number;
          };
        } };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        431: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/waiting_annotations/{waiting_id}": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    post?: never;
    /** Delete an annotation that waits */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** As the list of what waits gives it in `id`. */
          waiting_id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        204: { headers: { [name: string]: unknown }; content?: never };
        400: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        401: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        403: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        404: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        408: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        422: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        429: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["RateLimitError"];
        } };
        500: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
        503: { headers: { [name: string]: unknown }; content: {
          "application/json": components['schemas']["Error"];
        } };
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}

export interface components {
  schemas: {
    AddDatasetExamplesBody: {
      /** Examples to add. */
      examples: ({
        /** The input. */
        input: { [key: string]: unknown };
        /** The expected output; none by default. */
        output?: { [key: string]: unknown } | null;
        /** Notes; none unless given. */
        metadata?: { [key: string]: unknown } | null;
        /** An id of your own by which it can be found again; one of a deleted example brings that one back. */
        id?: string | null;
        /** Names of splits to put it into; new ones are made. */
        splits?: (string)[];
        /** OpenTelemetry id of the span it is made from. */
        span_id?: string | null;
      })[];
      /** The change and its reason; shown with the new version. */
      version_description?: string | null;
      /** The version that was looked at: when another one is the newest by now, nothing is changed and the reply is 409. */
      base_version_id?: string;
    };
    Alert: {
      /** Global ID of the alert. */
      id: string;
      /** `inactive`: not used for `threshold` days. `error_rate`: more than `threshold` percent of the last 24 hours’ requests, 20 at least, failed. `unexpected_country`: used from a country that it was not used from in the `threshold` days before. `expiring`: expires within `threshold` days. */
      kind: "inactive" | "error_rate" | "unexpected_country" | "expiring";
      /** Global ID of the key. */
      api_key_id: string;
      /** The name of the key. */
      api_key_name: string;
      /** The finding, as text for people. */
      detail: string;
      /** When it was found. */
      fired_at: string;
      /** When it was found to be over; null while the alert is open. */
      resolved_at: string | null;
    };
    AlertChannel: {
      /** Global ID of the channel. */
      id: string;
      /** How alerts go out. */
      kind: "webhook" | "mail";
      /** Unique name. */
      name: string;
      /** Whether alerts are sent there. */
      enabled: boolean;
      /** Of a webhook; else null. */
      url: string | null;
      /** Of mail; else empty. */
      recipients: (string)[];
      /** When something was last sent there, or tried to be; null for never. */
      last_attempt_at: string | null;
      /** Why the last attempt failed, of any recipient; null when all took theirs. */
      last_error: string | null;
      /** The same for each recipient that something was sent to. */
      deliveries: (components['schemas']["AlertDelivery"])[];
    };
    AlertDelivery: {
      /** The mail address; null for a webhook. */
      recipient: string | null;
      /** When something was last sent, or tried to be. */
      attempted_at: string;
      /** Why it failed then; null when it was taken. */
      error: string | null;
      /** The last successful delivery; null if there was none. */
      delivered: string | null;
      /** When that was. */
      delivered_at: string | null;
    };
    AlertRule: {
      /** `inactive`: not used for `threshold` days. `error_rate`: more than `threshold` percent of the last 24 hours’ requests, 20 at least, failed. `unexpected_country`: used from a country that it was not used from in the `threshold` days before. `expiring`: expires within `threshold` days. */
      kind: "inactive" | "error_rate" | "unexpected_country" | "expiring";
      /** Whether keys are checked against it. */
      enabled: boolean;
      /** Days; of `error_rate` percent, up to 100. */
      threshold: number;
      /** The unit of the threshold. */
      unit: "days" | "percent";
    };
    AlertTest: {
      /** Whether the test was taken. */
      delivered: boolean;
      /** Why it was not, or null. */
      error: string | null;
    };
    AnnotateSessionsRequestBody: {
      /** The annotations. Of those with the same key the last one wins. */
      data: (components['schemas']["SessionAnnotationData"])[];
    };
    AnnotateSpanDocumentsRequestBody: {
      /** The annotations. Of those with the same key the last one wins. */
      data: (components['schemas']["SpanDocumentAnnotationData"])[];
    };
    AnnotateSpansRequestBody: {
      /** The annotations. Of those with the same key the last one wins. */
      data: (components['schemas']["SpanAnnotationData"])[];
    };
    AnnotateTracesRequestBody: {
      /** The annotations. Of those with the same key the last one wins. */
      data: (components['schemas']["TraceAnnotationData"])[];
    };
    Annotation: {
      /** Global ID of the annotation. */
      id: string;
      /** When it was first written. */
      created_at: string;
      /** When it was last changed. */
      updated_at: string;
      /** `APP` for annotations made on the page, else `API`. */
      source: "API" | "APP";
      /** Global ID of who wrote it last; null without authentication. */
      user_id: string | null;
      /** Name of the annotation, such as a criterion. */
      name: string;
      /** Who annotated: an LLM, code, or a human. */
      annotator_kind: "LLM" | "CODE" | "HUMAN";
      result: components['schemas']["AnnotationResult"];
      /** Anything else, as it was sent; empty unless given. */
      metadata: { [key: string]: unknown };
      /** Distinguishes several annotations of one target under one name. */
      identifier: string;
      /** The kind of target. */
      target: "span" | "trace" | "session" | "document";
      /** Id of the span (also of a document), trace or session, as its sender gave it. */
      target_id: string;
      /** Position of the document; null for other targets. */
      document_position: number | null;
    };
    AnnotationAgreement: {
      /** Name of the annotations. */
      name: string;
      /** The kind of target. */
      target: "span" | "trace" | "session" | "document";
      /** Targets annotated both by an LLM and by a human. */
      pairs: number;
      /** False when only the newest of them were compared. */
      complete: boolean;
      /** Pairs in which both gave a label. */
      labelled: number;
      /** Of those, how many gave the same. */
      agreed: number;
      /** Share of equal labels, in percent; null without pairs. */
      percent: number | null;
      /** Cohen's kappa (Cohen 1960); null when it is not defined. */
      kappa: number | null;
      /** Pairs in which both gave a score. */
      score_pairs: number;
      /** Mean of the absolute differences of the scores. */
      score_difference_mean: number | null;
      /** How often each pair of labels was given, most frequent first, at most 200. */
      confusion: ({
        /** The person's label. */
        human: string;
        /** The model's label. */
        llm: string;
        /** Pairs. */
        count: number;
      })[];
      /** Pairs with different labels, or where not both have one with different scores; with `human_label` or `llm_label` those of them, with both the equal ones too. Ordered by what was annotated: what was stored last comes first, whenever it was annotated. */
      disagreements: ({
        human: components['schemas']["Annotation"];
        llm: components['schemas']["Annotation"];
        /** Trace of what was annotated; null for a session. */
        trace_id: string | null;
        /** Name of the annotated span (itself, or one of its documents), or of the root span of the trace; null for a session. */
        subject_name: string | null;
        /** The first characters of that span's input; null without one. */
        input_preview: string | null;
      })[];
      /** Cursor of the disagreements after these, whose reply counts the 5,000 pairs from there on; null at the end. */
      next_cursor: string | null;
    };
    AnnotationConfigData: components['schemas']["CategoricalAnnotationConfigData"] | components['schemas']["ContinuousAnnotationConfigData"] | components['schemas']["FreeformAnnotationConfigData"];
    AnnotationFacet: {
      /** Name of the annotations. */
      name: string;
      /** Spans or traces with an annotation of that name. */
      count: number;
      /** Of those, how many have a score. */
      scored: number;
      /** Mean of the scores; null without any. */
      score: number | null;
      /** By label, most frequent first. */
      labels: (components['schemas']["FacetValue"])[];
    };
    AnnotationFigures: {
      /** The kind of target. */
      target: "span" | "trace" | "session" | "document";
      /** Name of the annotations. */
      name: string;
      /** Who annotated. */
      annotator_kind: "LLM" | "CODE" | "HUMAN";
      /** Annotations in the whole window. */
      count: number;
      /** Mean of the scores; null without any. */
      score_mean: number | null;
      /** Counts by label; rare ones together under the empty label. */
      labels: { [key: string]: number };
      /** Intervals with annotations, oldest first. */
      points: ({
        /** Start of the interval; by the start of what was annotated. */
        start_time: string;
        /** Annotations. */
        count: number;
        /** Mean of the scores; null without any. */
        score_mean: number | null;
        /** Counts by label; rare ones together under the empty label. */
        labels: { [key: string]: number };
      })[];
    };
    AnnotationResult: {
      /** The category chosen. */
      label: string | null;
      /** The number given. */
      score: number | null;
      /** Why, or for a note its text. */
      explanation: string | null;
    };
    AnnotationResultData: {
      /** The category chosen. */
      label?: string | null;
      /** The number given; finite. */
      score?: number | null;
      /** The reason for the label or score. */
      explanation?: string | null;
    };
    AnnotationRevision: {
      /** Number of the state, from 1. */
      revision: number;
      /** The kind of change. */
      change: "CREATE" | "UPDATE" | "DELETE" | "RESTORE";
      /** When. */
      changed_at: string;
      /** `APP` for what was changed on the page, else `API`. */
      source: "API" | "APP";
      /** Global ID of who changed it; null without authentication. */
      user_id: string | null;
      /** Who annotated; null after a deletion. */
      annotator_kind: "LLM" | "CODE" | "HUMAN" | null;
      /** The annotation from then on; null after a deletion. */
      result: components['schemas']["AnnotationResult"] | null;
      /** The metadata from then on; null after a deletion. */
      metadata: { [key: string]: unknown } | null;
    };
    AnnotationSummary: {
      /** Name of the annotations. */
      name: string;
      /** How many annotations. */
      count: number;
      /** Mean of the scores; null without any. */
      score: number | null;
      /** Labels by falling count, five at most. */
      labels: ({
        /** The label. */
        label: string;
        /** How many chose it. */
        count: number;
      })[];
      /** Who annotated. */
      annotator_kinds: ("LLM" | "CODE" | "HUMAN")[];
    };
    AnonymousUser: {
      /** Authentication is off. */
      auth_method: "ANONYMOUS";
    };
    ApiKey: {
      /** Global ID of the key. */
      id: string;
      /** The purpose of the key. */
      name: string;
      /** Absent when there is none. */
      description?: string;
      /** When it was made. */
      created_at: string;
      /** From when on it is refused; absent when never. */
      expires_at?: string;
    };
    ApiKeyData: {
      /** The purpose of the key; one line, not blank. */
      name: string;
      /** More about it, or null. */
      description?: string | null;
      /** ISO 8601, in the future; without an offset it is UTC. */
      expires_at?: string | null;
    };
    ApiKeyDetails: {
      /** Global ID of the key. */
      id: string;
      /** The purpose of the key. */
      name: string;
      /** More about it, or null. */
      description: string | null;
      /** When it was made. */
      createdAt: string;
      /** From when on it is refused; null when never. */
      expiresAt: string | null;
      /** Its last use, a few seconds late; null before the first. */
      lastUsedAt: string | null;
      /** Its permissions, as far as the role behind it has them. */
      scopes: ("traces:read" | "traces:write" | "projects:read" | "projects:write" | "datasets:read" | "datasets:write" | "experiments:read" | "experiments:write" | "admin")[];
      /** The permission level of just these scopes, or null. */
      level: "read-only" | "read-write" | "admin" | null;
      /** `active`; `expired` from `expiresAt` on; `revoked` permanently. */
      state: "active" | "expired" | "revoked";
      /** Why it is refused though it is `active`, or null: `user_suspended` while the directory or identity provider does not let its user in. */
      pausedBy: "user_suspended" | null;
      /** `user` keys follow their user; `system` keys have a role of their own. */
      kind: "user" | "system";
      /** How it begins. */
      prefix: string;
      /** How it ends. */
      lastFour: string;
      /** Of system keys. */
      role: "ADMIN" | "MEMBER" | "VIEWER" | null;
      /** Global IDs of the only projects it may see; null for all. */
      projects: (string)[] | null;
      /** Whose key it is; null for system keys and those made while authentication was off. */
      user: components['schemas']["ApiKeyPerson"] | null;
      /** Who made it; null when that was no user, or one who is gone. */
      createdBy: components['schemas']["ApiKeyPerson"] | null;
      /** When it was revoked, or null. */
      revokedAt: string | null;
      /** Global ID of the key that it took the place of, or null. */
      rotatedFrom: string | null;
      /** Global ID of the key that took its place, or null. */
      replacedBy: string | null;
      /** Made while authentication was off: refused once it is on. */
      madeWhileOpen: boolean;
    };
    ApiKeyList: {
      /** Newest first. */
      keys: (components['schemas']["ApiKeyDetails"])[];
      /** Cursor of the next page; null at the end. */
      next_cursor: string | null;
    };
    ApiKeyPerson: {
      /** Global ID of the user. */
      id: string;
      /** Their name. */
      username: string;
      /** Their address. */
      email: string;
    };
    ApiKeyUsage: {
      /** Global ID of the key. */
      id: string;
      /** The purpose of the key. */
      name: string;
      /** Its last use, a few seconds late; null before the first. */
      lastUsedAt: string | null;
      /** Of the first hour that is counted. */
      startTime: string;
      /** Up to when it is counted. */
      endTime: string;
      /** Of the series. */
      interval: "hour" | "day";
      /** Of the whole window. */
      totals: {
        /** Requests that ended. */
        requests: number;
        /** Requests answered with a status of 400 or more. */
        errors: number;
        /** Spans it sent that were taken. */
        spans: number;
        /** Bytes of the bodies of its requests, as they came. */
        bytesIn: number;
        /** Bytes of the replies. */
        bytesOut: number;
        /** Errors in requests, 0 to 1; null without requests. */
        errorRate: number | null;
      };
      /** Oldest first, empty intervals too. */
      series: (components['schemas']["ApiKeyUsagePoint"])[];
      /** Method and route, the busiest first, at most 200. */
      endpoints: ({
        /** Method and path of the route. */
        endpoint: string;
        /** Requests that ended. */
        requests: number;
        /** Requests answered with a status of 400 or more. */
        errors: number;
        /** Spans it sent that were taken. */
        spans: number;
        /** Bytes of the bodies of its requests, as they came. */
        bytesIn: number;
        /** Bytes of the replies. */
        bytesOut: number;
        /** Errors in requests, 0 to 1; null without requests. */
        errorRate: number | null;
      })[];
      /** The most requests first; empty without the optional package, and for private and IPv6 addresses. */
      countries: ({
        /** ISO 3166-1 alpha-2. */
        country: string;
        /** Requests from there. */
        requests: number;
      })[];
    };
    ApiKeyUsagePoint: {
      /** When the interval begins. */
      time: string;
      /** Requests that ended. */
      requests: number;
      /** Requests answered with a status of 400 or more. */
      errors: number;
      /** Spans it sent that were taken. */
      spans: number;
      /** Bytes of the bodies of its requests, as they came. */
      bytesIn: number;
      /** Bytes of the replies. */
      bytesOut: number;
      /** Requests answered with a status below 400. */
      ok: number;
      /** Requests answered with 4xx. */
      clientErrors: number;
      /** Requests answered with 5xx. */
      serverErrors: number;
    };
    ApiKeyUsageSummary: {
      /** Global ID of the key. */
      id: string;
      /** Requests that ended. */
      requests: number;
      /** Requests answered with a status of 400 or more. */
      errors: number;
      /** Errors in requests, 0 to 1; null without requests. */
      errorRate: number | null;
    };
    ApiKeyUser: {
      /** Global ID of the user. */
      id: string;
      /** Their name. */
      username: string;
      /** Their address, or null. */
      email: string | null;
    };
    AppError: {
      /** The error message. */
      detail: string;
      /** The same in one word. */
      error: string;
      /** The error message, in ASCII. */
      error_description: string;
    };
    AppGrant: {
      /** Global ID. */
      id: string;
      /** The app. */
      client_id: string;
      /** The name the app gives itself. */
      name: string;
      /** Whether the server came with it. */
      built_in: boolean;
      /** The granted scopes. */
      scopes: ("traces:read" | "traces:write" | "projects:read" | "projects:write" | "datasets:read" | "datasets:write" | "experiments:read" | "experiments:write" | "admin")[];
      /** When it was authorized. */
      created_at: string;
      /** When it last got a token, which it does every few minutes while it is used. */
      last_used_at: string;
      /** When it is cut off, however much it is used. */
      expires_at: string;
      /** Where it came from for its first token. */
      address: string | null;
      /** The name the app gave itself there. */
      user_agent: string | null;
    };
    AppRequest: {
      /** The app. */
      client_id: string;
      /** The name the app gives itself. */
      name: string;
      /** Whether the server came with it; otherwise nothing has verified that it is what it says. */
      built_in: boolean;
      /** When it registered itself. */
      registered_at: string;
      /** Where the answer goes. */
      place: string;
      /** `loopback`: a program on the device of the browser. `scheme`: an app there that is opened by its scheme. `web`: a web site. */
      place_kind: "loopback" | "scheme" | "web";
      /** The scopes asked for; those to read where the app names none. */
      scopes: ("traces:read" | "traces:write" | "projects:read" | "projects:write" | "datasets:read" | "datasets:write" | "experiments:read" | "experiments:write" | "admin")[];
      /** Whether the app named them. Where it did not, its user may give it `read-write`. */
      names_scopes: boolean;
      /** The part of it the app could use, given the user’s current role. */
      granted: ("traces:read" | "traces:write" | "projects:read" | "projects:write" | "datasets:read" | "datasets:write" | "experiments:read" | "experiments:write" | "admin")[];
      /** When it would be cut off, however much it is used. */
      ends_at: string;
      /** Why it can’t be authorized, and where the app receives the error; null when it can. */
      problem: {
        detail: string;
        redirect_to: string;
      } | null;
    };
    AppRevocationForm: {
      /** An access token or a refresh token. */
      token: string;
      /** Not needed. */
      token_type_hint?: string;
      /** The app; if given, the token must be its own. */
      client_id?: string;
    };
    AppTokenForm: {
      /** The grant type. */
      grant_type: "authorization_code" | "refresh_token";
      /** The app. */
      client_id: string;
      /** For `authorization_code`: what the browser brought. */
      code?: string;
      /** For `authorization_code`: where it brought it, to the letter. */
      redirect_uri?: string;
      /** For `authorization_code`: the secret behind the challenge. */
      code_verifier?: string;
      /** For `refresh_token`: the last one that was given. */
      refresh_token?: string;
      /** For `refresh_token`: fewer scopes than the app was given. */
      scope?: string;
      /** If given, this server. */
      resource?: string;
    };
    AppTokens: {
      /** Shown as `Authorization: Bearer …`, over gRPC as metadata. */
      access_token: string;
      /** `Bearer`. */
      token_type: string;
      /** Seconds for which the access token is good. */
      expires_in: number;
      /** For the next tokens; works once. */
      refresh_token?: string;
      /** Scopes, separated by blanks. */
      scope: string;
    };
    AttributeKey: {
      /** Dotted key, without the numbers of list items; behind `resource.` those of what sent the spans. */
      key: string;
      /** Spans that have it. */
      count: number;
    };
    AttributeKeys: {
      /** Most frequent first, at most 500. */
      keys: (components['schemas']["AttributeKey"])[];
      /** Spans that were looked at: the newest, or for traces the roots of the newest. */
      scanned: number;
    };
    /** Who did it. */
    AuditActor: {
      /** How the actor authenticated. */
      kind: "nobody" | "anonymous" | "server" | "command-line" | "user" | "app" | "user-key" | "system-key";
      /** An e-mail address, the name of a key, or who ran a command on the machine. */
      name: string;
      /** Global ID of the user, also when a key of theirs was used; else null. */
      userId: string | null;
      /** Global ID of the key that was used, or null. */
      apiKeyId: string | null;
    };
    AuditEntry: {
      /** Global ID of the row. */
      id: string;
      /** Its place in the chain; there are no gaps. */
      seq: number;
      /** When it was done. */
      time: string;
      actor: components['schemas']["AuditActor"];
      /** The action: `thing.verb`. */
      action: string;
      target: components['schemas']["AuditTarget"];
      /** `interrupted`: the server ended before it was known how the act did, or who asked for an export hung up before its end. `refused`: not there, or not possible. `denied`: not allowed. */
      result: "success" | "refused" | "failed" | "denied" | "interrupted";
      /** HTTP status of the reply, or null. */
      status: number | null;
      /** The client’s address; null for actions of the server itself. */
      clientAddress: string | null;
      /** The program, as it named itself. */
      userAgent: string | null;
      /** Method and path. */
      route: string | null;
      /** More about it, never a secret. */
      details: { [key: string]: string | number | boolean | null | (string | number | boolean | null)[] };
      /** SHA-256 over the hash of the row before and this row, in hexadecimal digits. */
      hash: string;
    };
    /** The target of the action. */
    AuditTarget: {
      /** The kind of object. */
      type: string;
      /** As the request named it, or null. */
      id: string | null;
    };
    AuditVerification: {
      /** `unknown` until the chain was verified once. */
      state: "unknown" | "running" | "intact" | "broken";
      /** How far a verification is that is under way; null before it says so, and when there is none. */
      progress: {
        /** Rows that were looked at so far. */
        rowsDone: number;
        /** Rows there are. */
        rowsTotal: number;
      } | null;
      /** When the verification ended that this tells of, or null. */
      checkedAt: string | null;
      /** Why a later verification could not be completed, or null. */
      error: string | null;
      /** Rows that were looked at. */
      rows: number;
      /** The first of them; retention deletes those before it. */
      firstSeq: number;
      /** The last of them. */
      lastSeq: number;
      /** The hash of the last of them: keep it elsewhere, and `telltale audit verify --head` compares. */
      headHash: string | null;
      /** The first 20 rows that are not as they were written. */
      problems: ({
        /** The row. */
        seq: number;
        /** How it is not as it was written. */
        kind: "changed" | "replaced" | "missing";
        /** The problem, as text for people. */
        detail: string;
      })[];
      /** How many there are. */
      problemCount: number;
      /** Rows older than this many days are deleted; 0 keeps them permanently. */
      retentionDays: number;
    };
    AuthorizationServer: {
      /** The server, as apps know it. */
      issuer: string;
      /** Where the browser is sent. */
      authorization_endpoint: string;
      /** Where codes and refresh tokens are traded for tokens. */
      token_endpoint: string;
      /** Where an app gives its tokens back. */
      revocation_endpoint: string;
      /** Where apps register themselves; absent where they may not. */
      registration_endpoint?: string;
      /** The scopes there are. */
      scopes_supported: (string)[];
      /** `code`. */
      response_types_supported: (string)[];
      /** `query`. */
      response_modes_supported: (string)[];
      /** `authorization_code` and `refresh_token`. */
      grant_types_supported: (string)[];
      /** `S256`. */
      code_challenge_methods_supported: (string)[];
      /** `none`: apps have no secret. */
      token_endpoint_auth_methods_supported: (string)[];
      /** `none`. */
      revocation_endpoint_auth_methods_supported: (string)[];
      /** Answers name the server (RFC 9207). */
      authorization_response_iss_parameter_supported: boolean;
      /** The same for people. */
      service_documentation: string;
    };
    CategoricalAnnotationConfig: {
      /** Global ID; its type tells the kind of config. */
      id: string;
      /** The annotation is one of the labels. */
      type: "CATEGORICAL";
      /** Unique name; annotations of this name follow the config. */
      name: string;
      /** Instructions for reviewers and evaluators, or null. */
      description?: string | null;
      /** Which direction is better. */
      optimization_direction: "MINIMIZE" | "MAXIMIZE" | "NONE";
      /** The labels to choose from, in order. */
      values: (components['schemas']["CategoricalValue"])[];
    };
    CategoricalAnnotationConfigData: {
      /** The annotation is one of the labels. */
      type: "CATEGORICAL";
      /** Unique name; annotations of this name follow the config. */
      name: string;
      /** Instructions for reviewers and evaluators, or null. */
      description?: string | null;
      /** Which direction is better. */
      optimization_direction: "MINIMIZE" | "MAXIMIZE" | "NONE";
      /** The labels to choose from, in order. */
      values: (components['schemas']["CategoricalValue"])[];
    };
    CategoricalValue: {
      /** Unique in its config, not blank. */
      label: string;
      /** The score of the label, or null. */
      score?: number | null;
    };
    /** Absent fields stay unchanged. */
    ChangeProjectBody: {
      /** Unique name. A name with `/`, `?` or `#` can only be addressed by its Global ID. */
      name?: string;
      /** The new description; null removes it. */
      description?: string | null;
    };
    ChangedDatasetExample: {
      /** Global ID of an example, or the id its maker gave it. */
      id: string;
      /** The version in which the example was looked at: when a later one changed this example, nothing is changed and the reply is 409. */
      seen_version_id?: string;
      /** New input; absent fields stay unchanged. */
      input?: { [key: string]: unknown };
      /** New output. */
      output?: { [key: string]: unknown };
      /** New notes. */
      metadata?: { [key: string]: unknown };
    };
    ClearProjectBody: {
      /** Deletes nothing: only says how many traces it would be. */
      dry_run?: boolean;
      /** Traces that started before this time are deleted; ISO 8601, UTC without an offset. */
      before: string;
    };
    ClearedProject: {
      /** Traces deleted, or that would be. */
      deleted_trace_count: number;
    };
    ComparedCell: {
      /** Global ID of the experiment. */
      experiment_id: string;
      /** Whether the experiment runs on this example. */
      is_in_experiment: boolean;
      /** By repetition; the first 20. */
      runs: (components['schemas']["ComparedRun"])[];
      /** Runs of this example. */
      run_count: number;
      /** By name of the evaluation. */
      scores: ({
        /** Name of the evaluation. */
        name: string;
        /** Mean of the scores of the repetitions. */
        mean: number;
        /** Mean minus that of the base; null where the base has none. */
        difference: number | null;
      })[];
      /** Against the base: better, worse, both (by different evaluations), the same; unknown where one side has no score. */
      change: "base" | "improved" | "regressed" | "mixed" | "unchanged" | "unknown";
    };
    ComparedEvaluation: {
      /** Global ID of the evaluation. */
      id: string;
      /** Name of the evaluation. */
      name: string;
      /** Who evaluated. */
      annotator_kind: "LLM" | "CODE" | "HUMAN";
      /** Categorical label, or null. */
      label: string | null;
      /** Numeric score, or null. */
      score: number | null;
      /** Why the evaluator failed; cut to 300 characters in rows. */
      error: string | null;
    };
    ComparedExample: {
      /** Global ID of the example. */
      example_id: string;
      /** The id its maker gave it; null without one. */
      external_id: string | null;
      /** Place in the list, from 0. */
      position: number;
      /** The start of the input as text, up to 300 characters. */
      input_preview: string;
      /** The start of the expected output as text, up to 300 characters. */
      reference_preview: string;
      /** Names of the splits it is in now. */
      splits: (string)[];
      /** One for each experiment, in the order of the request. */
      cells: (components['schemas']["ComparedCell"])[];
    };
    ComparedRun: {
      /** Global ID of the run. */
      id: string;
      /** Which repetition of the example, from 1. */
      repetition_number: number;
      /** The start of the output as text, up to 300 characters. */
      output_preview: string;
      /** Why the task failed; cut to 300 characters in rows. */
      error: string | null;
      /** From start to end, in milliseconds. */
      latency_ms: number;
      /** OpenTelemetry trace id. */
      trace_id: string | null;
      /** Prompt and completion tokens of its trace; null when unknown. */
      tokens: number | null;
      /** Cost of its trace in US dollars; null when unknown. */
      cost_usd: number | null;
      /** By name. */
      evaluations: (components['schemas']["ComparedEvaluation"])[];
    };
    ComparisonSummary: {
      /** In the order asked for. */
      experiments: (components['schemas']["Experiment"])[];
      /** Examples that any of them runs on and that match. */
      example_count: number;
      /** Examples that all of them have runs of. */
      shared_example_count: number;
      /** How many rows each value of `show` has. */
      counts: {
        /** Rows of `show=all`. */
        all: number;
        /** Rows of `show=regressed`. */
        regressed: number;
        /** Rows of `show=improved`. */
        improved: number;
        /** Rows of `show=disagree`. */
        disagree: number;
        /** Rows of `show=errors`. */
        errors: number;
        /** Rows of `show=missing`. */
        missing: number;
      };
      /** Names of all evaluations, in order. */
      evaluations: (string)[];
      /** Each further experiment against the first. */
      against_base: ({
        /** Global ID of the experiment. */
        experiment_id: string;
        /** Evaluations by name, then `error`, `latency_ms`, `tokens`, `cost_usd`. */
        differences: (components['schemas']["PairedDifference"])[];
      })[];
    };
    ContinuousAnnotationConfig: {
      /** Global ID; its type tells the kind of config. */
      id: string;
      /** A score within the bounds is given. */
      type: "CONTINUOUS";
      /** Unique name; annotations of this name follow the config. */
      name: string;
      /** Instructions for reviewers and evaluators, or null. */
      description?: string | null;
      /** Which direction is better. */
      optimization_direction: "MINIMIZE" | "MAXIMIZE" | "NONE";
      /** The least score. */
      lower_bound?: number | null;
      /** The greatest score. */
      upper_bound?: number | null;
    };
    ContinuousAnnotationConfigData: {
      /** A score within the bounds is given. */
      type: "CONTINUOUS";
      /** Unique name; annotations of this name follow the config. */
      name: string;
      /** Instructions for reviewers and evaluators, or null. */
      description?: string | null;
      /** Which direction is better. */
      optimization_direction: "MINIMIZE" | "MAXIMIZE" | "NONE";
      /** The least score. */
      lower_bound?: number | null;
      /** The greatest score. */
      upper_bound?: number | null;
    };
    CostLine: {
      /** Which tokens; each counts in one part alone. */
      part: "input" | "cache_read" | "cache_write" | "audio_input" | "image_input" | "output" | "reasoning" | "audio_output" | "image_output" | "per_call";
      /** Tokens; of `per_call` 1. */
      count: number;
      /** US dollars per million tokens; of `per_call` per call. */
      rate: number;
      /** Cost of this part in US dollars. */
      cost_usd: number;
    };
    CreateAlertChannelBody: {
      /** A webhook needs `url` and `secret`, mail `recipients`. */
      kind: "webhook" | "mail";
      /** Unique name. */
      name: string;
      /** Whether alerts are sent there. */
      enabled?: boolean;
      /** Where a webhook goes: http or https. */
      url?: string;
      /** The secret that signs a webhook’s requests; at least 16 characters. Never returned. */
      secret?: string;
      /** Who gets a mail: up to 10 addresses. */
      recipients?: (string)[];
    };
    CreateApiKeyBody: {
      data: components['schemas']["ApiKeyData"];
    };
    CreateApiKeyRequestBody: {
      /** The purpose of the key; one line, not blank. */
      name: string;
      /** More about it, or null. */
      description?: string | null;
      /** ISO 8601, in the future; without an offset it is UTC. Null or absent: never. */
      expiresAt?: string | null;
      /** Its permissions. Set either this or `level`; a system key may omit both, and then has all permissions of its role. */
      scopes?: ("traces:read" | "traces:write" | "projects:read" | "projects:write" | "datasets:read" | "datasets:write" | "experiments:read" | "experiments:write" | "admin")[];
      /** In place of `scopes`. */
      level?: "read-only" | "read-write" | "admin";
      /** `user` by default; `system` for callers that are not users, such as the holder of the admin secret. */
      kind?: "user" | "system";
      /** Of user keys: `svc_live_` (default) or `svc_test_`. Only the prefix differs. */
      environment?: "live" | "test";
      /** Of system keys; by default the lowest role that has the scopes. */
      role?: "ADMIN" | "MEMBER" | "VIEWER";
      /** The only projects it may see, by Global ID or name. Null or absent: all. */
      projects?: (string)[] | null;
    };
    CreateDatasetLabelBody: {
      /** Unique name. */
      name: string;
      /** `#` and six lower-case hex digits. */
      color: string;
      /** The meaning of the label, or null. */
      description?: string | null;
    };
    CreateDatasetSplitBody: {
      /** Name, unique over all datasets; not blank. */
      name: string;
      /** The purpose of the split, or null. */
      description?: string | null;
      /** Color it is shown in. */
      color?: string | null;
      /** Custom metadata; null for none. */
      metadata?: { [key: string]: unknown } | null;
      /** Examples to put into it. By Global ID, or by the id their maker gave them. */
      example_ids?: (string)[];
    };
    CreateExperimentBody: {
      /** Name. Default, also of an empty one: the start of the dataset's name and 8 random hexadecimal digits. */
      name?: string | null;
      /** Description, or null. */
      description?: string | null;
      /** Additional key-value pairs; null for none. */
      metadata?: { [key: string]: unknown } | null;
      /** Global ID of the dataset version. Default: the latest version. */
      version_id?: string | null;
      /** Run only on examples of any of these splits, as they are now. By Global ID or name; null for all examples. */
      splits?: (string)[] | null;
      /** How many times each example runs, 1 to 1,000. */
      repetitions?: number;
    };
    CreateExperimentRunBody: {
      /** Global ID of the example. */
      dataset_example_id: string;
      /** The output of the task: any JSON of up to 1 MiB. */
      output: unknown;
      /** Which repetition of the example, from 1. */
      repetition_number: number;
      /** When the task began. ISO 8601; without an offset it is UTC. */
      start_time: string;
      /** When it ended. ISO 8601; without an offset it is UTC. */
      end_time: string;
      /** OpenTelemetry trace id of the run, or null. */
      trace_id?: string | null;
      /** Why the task failed; null when it succeeded. */
      error?: string | null;
    };
    CreateOwnModelPriceBody: {
      /** The name of a model as spans send it, or with `*` in it a pattern: `*` matches any number of characters, including none. Case-insensitive. */
      model: string;
      /** The price is for calls of this provider alone, as spans name it; null for any, also for calls that name none. */
      provider?: string | null;
      /** The first day (UTC) whose calls it is for; null for all calls before its end. */
      valid_from?: string | null;
      /** The last day (UTC) whose calls it is for, itself included; null for no end. */
      valid_until?: string | null;
      prices: components['schemas']["GivenPrices"];
    };
    CreateProjectBody: {
      /** Unique name. A name with `/`, `?` or `#` can only be addressed by its Global ID. */
      name: string;
      /** The description of the project, or null. */
      description?: string | null;
    };
    CreateRetentionPolicyBody: {
      /** Unique name. */
      name: string;
      rule: components['schemas']["RetentionRule"];
    };
    CreateSpansBody: {
      /** The spans; all or none are stored. */
      data: (components['schemas']["NewSpan"])[];
    };
    CreatedApiKey: {
      /** Global ID of the key. */
      id: string;
      /** The purpose of the key. */
      name: string;
      /** Absent when there is none. */
      description?: string;
      /** When it was made. */
      created_at: string;
      /** From when on it is refused; absent when never. */
      expires_at?: string;
      /** The secret, which is shown only once. */
      key: string;
    };
    CreatedExperimentRun: {
      /** Global ID of the run. */
      id: string;
    };
    CreatedSpans: {
      /** Spans received. */
      total_received: number;
      /** Spans stored; they are visible at once. */
      total_queued: number;
    };
    Dataset: {
      /** Global ID of the dataset. */
      id: string;
      /** Unique name. */
      name: string;
      /** The description of the dataset, or null. */
      description: string | null;
      /** Custom metadata. */
      metadata: { [key: string]: unknown };
      /** When it was created. */
      created_at: string;
      /** When it got its newest version. */
      updated_at: string;
      /** Examples of the newest version. */
      example_count: number;
      /** Versions, all of which stay readable. */
      version_count: number;
      /** Its labels, newest label first. */
      labels: (components['schemas']["DatasetLabel"])[];
      /** Experiments that ran on any version. */
      experiment_count: number;
      /** The newest experiment; null without one. */
      latest_experiment: {
        /** Global ID of the experiment. */
        id: string;
        /** Number of the experiment in the dataset. */
        sequence_number: number;
        /** Name of the experiment. */
        name: string;
        /** When it was created. */
        created_at: string;
      } | null;
    };
    DatasetDiffTotals: {
      /** Examples added. */
      added: number;
      /** Examples removed. */
      removed: number;
      /** Examples changed. */
      changed: number;
    };
    DatasetEditOutcome: {
      /** Global ID of the dataset. */
      dataset_id: string;
      /** Global ID of its newest version; a new one when anything changed. */
      version_id: string;
      /** Examples added, or brought back. */
      num_created_examples: number;
      /** Examples with new content. */
      num_updated_examples: number;
      /** Examples removed. */
      num_deleted_examples: number;
    };
    DatasetExample: {
      /** The id its maker gave it, otherwise its Global ID. */
      id: string;
      /** Global ID of the example. */
      node_id: string;
      /** The input. */
      input: { [key: string]: unknown };
      /** The expected output. */
      output: { [key: string]: unknown };
      /** Custom metadata. */
      metadata: { [key: string]: unknown };
      /** When it got this content. */
      updated_at: string;
      /** Names of the splits it is in now, in order; only in pages, where `limit` or `cursor` was given. */
      splits?: (string)[];
      /** The span it was made from; null without one. */
      source?: components['schemas']["DatasetExampleSource"] | null;
    };
    DatasetExampleContent: {
      /** The input. */
      input: { [key: string]: unknown };
      /** The expected output. */
      output: { [key: string]: unknown };
      /** Custom metadata. */
      metadata: { [key: string]: unknown };
    };
    DatasetExampleDiff: {
      /** The id its maker gave it, otherwise its Global ID. */
      id: string;
      /** Global ID of the example. */
      node_id: string;
      /** The change of the example. */
      kind: "added" | "removed" | "changed";
      /** The content before; null when it was added. */
      before: components['schemas']["DatasetExampleContent"] | null;
      /** The content after; null when it was removed. */
      after: components['schemas']["DatasetExampleContent"] | null;
      /** The differences, field by field; empty unless the example was changed. */
      changes: (components['schemas']["DatasetFieldChange"])[];
      /** False when more fields differ than are listed. */
      changes_complete: boolean;
    };
    DatasetExampleLink: {
      /** Global ID of the dataset. */
      dataset_id: string;
      /** Its name. */
      dataset_name: string;
      /** The id the example was given by its maker, otherwise its Global ID. */
      id: string;
      /** Global ID of the example. */
      node_id: string;
      /** False when it was removed, and is in earlier versions only. */
      in_newest_version: boolean;
    };
    DatasetExampleRevision: {
      /** Global ID of the version that brought it. */
      version_id: string;
      /** The change: added (or added again), changed, removed. */
      kind: "CREATE" | "PATCH" | "DELETE";
      /** When the version was made. */
      created_at: string;
      /** The description of the version, or null. */
      version_description: string | null;
      /** Global ID of who made it; null without authentication. */
      user_id: string | null;
      /** Their name; null without authentication, and of a user who is gone. */
      user_name: string | null;
      /** The content from then on; null when it was removed. */
      content: components['schemas']["DatasetExampleContent"] | null;
    };
    DatasetExampleSource: {
      /** OpenTelemetry id of the span it was made from. */
      span_id: string;
      /** Global ID of that span. */
      span_node_id: string;
    };
    /** `span_ids` and `trace_ids`, or `project`. */
    DatasetExamplesFromSpansBody: {
      /** Spans, by Global ID or OpenTelemetry id; the newest where several have one. */
      span_ids?: (string)[];
      /** Traces, by Global ID or OpenTelemetry id: the root span of each. */
      trace_ids?: (string)[];
      /** Instead of ids: spans of a project, by Global ID or name, newest first. */
      project?: string;
      /** Which of them, in the filter language. */
      filter?: string;
      /** Only roots, and spans whose parent was never received. */
      root_spans_only?: boolean;
      /** Only spans that started at or after this time. */
      start_time?: string;
      /** Only spans that started before this time. */
      end_time?: string;
      /** Rows in a page, 1 to 10,000. */
      limit?: number;
      /** Names of splits to put it into; new ones are made. */
      splits?: (string)[];
      /** True changes nothing: the reply is what the first 100 spans would become. */
      dry_run?: boolean;
      /** The change and its reason; shown with the new version. */
      version_description?: string | null;
      /** The version that was looked at: when another one is the newest by now, nothing is changed and the reply is 409. */
      base_version_id?: string;
    };
    DatasetExamplesFromSpansOutcome: {
      /** Global ID of the dataset. */
      dataset_id: string;
      /** Global ID of its newest version; a new one when anything changed. */
      version_id: string;
      /** Examples added, or brought back. */
      num_created_examples: number;
      /** Examples with new content. */
      num_updated_examples: number;
      /** Examples removed. */
      num_deleted_examples: number;
      /** Spans of which the dataset had an example already. */
      num_skipped_spans: number;
      /** False when the filter matches more spans than `limit`. */
      complete: boolean;
    };
    DatasetExamplesFromSpansPreview: {
      /** In the order of the spans. */
      examples: ({
        /** OpenTelemetry id of the span. */
        span_id: string;
        /** Global ID of the span. */
        span_node_id: string;
        /** Name of the span. */
        span_name: string;
        /** OpenInference kind. */
        span_kind: string;
        /** Whether the newest version has an example of this span, so that it would be left out. */
        in_dataset: boolean;
        /** The input of the example. */
        input: { [key: string]: unknown };
        /** The expected output of the example. */
        output: { [key: string]: unknown };
        /** Notes: the metadata of the span, and its kind. */
        metadata: { [key: string]: unknown };
      })[];
      /** Whether these are all; false when there are more spans. */
      complete: boolean;
    };
    DatasetFieldChange: {
      /** Keys and list positions from the content down. */
      path: (string | number)[];
      /** The change of the field. */
      kind: "added" | "removed" | "changed";
      /** Its value before; absent when it was added. */
      before?: unknown;
      /** Its value after; absent when it was removed. */
      after?: unknown;
    };
    DatasetLabel: {
      /** Global ID of the label. */
      id: string;
      /** Unique name. */
      name: string;
      /** The meaning of the label, or null. */
      description: string | null;
      /** `#` and six lower-case hex digits. */
      color: string;
    };
    DatasetSplit: {
      /** Global ID of the split. */
      id: string;
      /** Name, unique over all datasets. */
      name: string;
      /** The purpose of the split, or null. */
      description: string | null;
      /** Color it is shown in. */
      color: string;
      /** Custom metadata. */
      metadata: { [key: string]: unknown };
      /** Examples of this dataset in it. */
      example_count: number;
      /** When it was created. */
      created_at: string;
      /** When it was changed last. */
      updated_at: string;
    };
    DatasetVersion: {
      /** Global ID of the version. */
      version_id: string;
      /** The description of the changes, or null. */
      description: string | null;
      /** Custom metadata. */
      metadata: { [key: string]: unknown };
      /** When it was made. */
      created_at: string;
      /** Examples it added, or brought back. Null of old versions. */
      num_created_examples: number | null;
      /** Examples to which it gave other content. Null of old versions. */
      num_updated_examples: number | null;
      /** Examples it removed. Null of old versions. */
      num_deleted_examples: number | null;
      /** Global ID of who made it; null without authentication. */
      user_id: string | null;
      /** Their name; null without authentication, and of a user who is gone. */
      user_name: string | null;
    };
    DeleteExperimentsBody: {
      /** Global IDs of 1 to 1,000 experiments. Unknown ones are skipped. */
      experiment_ids: (string)[];
      /** Also delete their projects with the traces. */
      delete_projects?: boolean;
    };
    DeleteSessionsBody: {
      /** Global IDs only, or session ids only. Unknown ones are skipped. */
      session_identifiers: (string)[];
    };
    DeleteSpansBody: {
      /** Global IDs or OpenTelemetry ids. Unknown ones are skipped. */
      span_identifiers: (string)[];
    };
    DeleteTracesBody: {
      /** Global IDs or OpenTelemetry ids. Unknown ones are skipped. */
      trace_identifiers: (string)[];
    };
    Deployment: {
      /** `service.name` of the resource. */
      service: string;
      /** `service.version` of the resource. */
      version: string;
      /** `deployment.environment.name` of the resource (or the older `deployment.environment`); null where it says none. */
      environment: string | null;
      /** Start of the first span of this version. */
      time: string;
      /** The versions of which there were spans in the half hour before. */
      replaced: (string)[];
    };
    /** How figures of spans or traces are distributed. */
    Distributions: {
      latency_ms: components['schemas']["Histogram"];
      token_count: components['schemas']["Histogram"];
      cost_usd: components['schemas']["Histogram"];
      /** Mean scores of the annotations of the spans or traces themselves, by name: those with most scores, at most 8. */
      scores: (components['schemas']["ScoreHistogram"])[];
      coverage: components['schemas']["FigureCoverage"];
    };
    DocumentAnnotation: {
      /** Global ID of the annotation. */
      id: string;
      /** When it was first written. */
      created_at: string;
      /** When it was last changed. */
      updated_at: string;
      /** `APP` for annotations made on the page, else `API`. */
      source: "API" | "APP";
      /** Global ID of who wrote it last; null without authentication. */
      user_id: string | null;
      /** Name of the annotation, such as a criterion. */
      name: string;
      /** Who annotated: an LLM, code, or a human. */
      annotator_kind: "LLM" | "CODE" | "HUMAN";
      result: components['schemas']["AnnotationResult"];
      /** Anything else, as it was sent; empty unless given. */
      metadata: { [key: string]: unknown };
      /** Distinguishes several annotations of one target under one name. */
      identifier: string;
      /** OpenTelemetry id of the span. */
      span_id: string;
      /** Position of the document in the span, from 0. */
      document_position: number;
    };
    EditDatasetExampleBody: {
      /** The version in which the example was looked at: when a later one changed this example, nothing is changed and the reply is 409. */
      seen_version_id?: string;
      /** New input; absent fields stay unchanged. */
      input?: { [key: string]: unknown };
      /** New output. */
      output?: { [key: string]: unknown };
      /** New notes. */
      metadata?: { [key: string]: unknown };
      /** The change and its reason; shown with the new version. */
      version_description?: string | null;
      /** The version that was looked at: when another one is the newest by now, nothing is changed and the reply is 409. */
      base_version_id?: string;
    };
    /** All of it, in one new version, or none. */
    EditDatasetExamplesBody: {
      /** Examples to add. */
      add?: (components['schemas']["NewDatasetExample"])[];
      /** Examples to change. */
      edit?: (components['schemas']["ChangedDatasetExample"])[];
      /** Examples to remove. */
      delete?: (string)[];
      /** The change and its reason; shown with the new version. */
      version_description?: string | null;
      /** The version that was looked at: when another one is the newest by now, nothing is changed and the reply is 409. */
      base_version_id?: string;
    };
    Error: {
      /** The error: names the field, the value and the fix. */
      detail: string;
    };
    Estimate: {
      /** The estimate; null without values. */
      value: number | null;
      /** Lower end of the interval; null where n is too small for one. */
      low: number | null;
      /** Upper end of the interval. */
      high: number | null;
      /** Confidence of the interval, such as 0.95. */
      confidence: number;
      /** How the interval was made: Wilson score interval of pass rates (`wilson_clustered` with repetitions), BCa bootstrap over examples (`clustered_bootstrap` with repetitions), bootstrap of paired differences, `normal` approximation for samples too large to resample, `constant` where all values are equal, `none` without an interval. */
      method: "wilson" | "wilson_clustered" | "bootstrap" | "clustered_bootstrap" | "paired_bootstrap" | "normal" | "constant" | "none";
      /** How many examples or pairs of examples it is made of. */
      n: number;
      /** Resamples of a bootstrap; 0 otherwise. */
      resamples: number;
    };
    EvaluatorFigures: {
      /** Name of the evaluation. */
      name: string;
      /** Who evaluated. */
      annotator_kinds: ("LLM" | "CODE" | "HUMAN")[];
      /** Which direction is better: as the annotation config of this name says, otherwise MAXIMIZE. */
      direction: "MINIMIZE" | "MAXIMIZE" | "NONE";
      /** Evaluations without an error. */
      count: number;
      /** Evaluations that failed. */
      error_count: number;
      /** Every score is 0 or 1: the mean is a pass rate. */
      is_binary: boolean;
      mean_score: components['schemas']["Estimate"];
      /** Share of runs with score 1; null unless every score is 0 or 1. */
      pass_rate: components['schemas']["Estimate"] | null;
      /** With repetitions and scores of 0 and 1: for k from 1 to the number of repetitions, at most 10; empty otherwise. */
      pass_at_k: ({
        /** How many repetitions. */
        k: number;
        /** Chance that at least one of k repetitions passes. */
        pass_at_k: number;
        /** Chance that all of k repetitions pass. */
        pass_power_k: number;
      })[];
      /** The most frequent labels, most frequent first, up to 20. */
      labels: ({
        /** Categorical label. */
        label: string;
        /** Runs with this label. */
        count: number;
      })[];
    };
    /** `span_ids` and `trace_ids`, or `project`. */
    ExamplesOfSpansBody: {
      /** Spans, by Global ID or OpenTelemetry id; the newest where several have one. */
      span_ids?: (string)[];
      /** Traces, by Global ID or OpenTelemetry id: the root span of each. */
      trace_ids?: (string)[];
      /** Instead of ids: spans of a project, by Global ID or name, newest first. */
      project?: string;
      /** Which of them, in the filter language. */
      filter?: string;
      /** Only roots, and spans whose parent was never received. */
      root_spans_only?: boolean;
      /** Only spans that started at or after this time. */
      start_time?: string;
      /** Only spans that started before this time. */
      end_time?: string;
      /** Rows in a page, 1 to 10,000. */
      limit?: number;
    };
    Experiment: {
      /** Global ID of the experiment. */
      id: string;
      /** Global ID of its dataset. */
      dataset_id: string;
      /** Global ID of the dataset version that it runs on. */
      dataset_version_id: string;
      /** Number of the experiment in its dataset, from 1. */
      sequence_number: number;
      /** Name; not unique. */
      name: string;
      /** Description, or null. */
      description: string | null;
      /** How many times each example runs. */
      repetitions: number;
      /** Additional key-value pairs. */
      metadata: { [key: string]: unknown };
      /** Names of the splits that its examples were taken from; empty for all examples. */
      splits: (string)[];
      /** Names of its tags, in order. `baseline` marks the one that others are compared with. */
      tags: (string)[];
      /** The project name to send its traces to, which still refers to the project after a rename. */
      project_name: string | null;
      /** Name of the user who created it; null without authentication. */
      created_by: string | null;
      /** When it was created. */
      created_at: string;
      /** When its name, description or metadata changed last. */
      updated_at: string;
      /** Examples that it runs on, fixed at creation. */
      example_count: number;
      /** Runs without an error. */
      successful_run_count: number;
      /** Runs with an error. */
      failed_run_count: number;
      /** Runs that are still to come: examples × repetitions − runs. */
      missing_run_count: number;
    };
    ExperimentEvaluationResult: {
      /** Categorical label. */
      label?: string | null;
      /** Numeric score; finite. */
      score?: number | null;
      /** Text explanation. */
      explanation?: string | null;
      /** As older clients send it; merged under the top-level `metadata`, whose keys win. */
      metadata?: { [key: string]: unknown } | null;
    };
    ExperimentGateBody: {
      /** Tag or Global ID of the experiment of the same dataset to compare with. Default: the tag `baseline`, if a rule names the baseline. */
      baseline?: string | null;
      /** Conditions that fail the gate, such as `correctness < baseline - 0.02`, `pass_rate(correctness) < 0.9`, `error_rate > 0.01`, `latency_p90_ms > baseline * 1.2`, `regressed(correctness) > 3`, `missing_runs > 0`. */
      fail_if: (string)[];
      /** A rule about the baseline fails only when the whole interval of value − threshold lies beyond zero as well. Counts have no interval and fail without. */
      require_significance?: boolean;
    };
    ExperimentGateResult: {
      /** Whether no rule failed. */
      passed: boolean;
      experiment: components['schemas']["Experiment"];
      /** The experiment compared with; null when no rule names it. */
      baseline: components['schemas']["Experiment"] | null;
      /** One for each rule, in the order of the request. */
      rules: (components['schemas']["GateRuleResult"])[];
      /** The result as Markdown, for a job summary or a comment on a pull request. */
      markdown: string;
      /** The result as JUnit XML. */
      junit: string;
    };
    ExperimentRun: {
      /** Global ID of the run. */
      id: string;
      /** Global ID of its experiment. */
      experiment_id: string;
      /** Global ID of the example. */
      dataset_example_id: string;
      /** The output of the task. */
      output: unknown;
      /** Which repetition of the example, from 1. */
      repetition_number: number;
      /** When the task began. */
      start_time: string;
      /** When it ended. */
      end_time: string;
      /** OpenTelemetry trace id of the run, or null. */
      trace_id?: string | null;
      /** Why the task failed; null when it succeeded. */
      error?: string | null;
    };
    ExperimentSplitFigures: {
      /** Name of the split, as examples are in it now. */
      split: string;
      /** Examples of the experiment in it. */
      example_count: number;
      /** Runs. */
      run_count: number;
      /** Share of runs with an error, 0 to 1; null without runs. */
      error_rate: number | null;
      /** Median latency of runs, in milliseconds. */
      latency_p50_ms: number | null;
      /** 90th percentile of the latency of runs, in milliseconds. */
      latency_p90_ms: number | null;
      /** 99th percentile of the latency of runs, in milliseconds. */
      latency_p99_ms: number | null;
      /** Prompt tokens of the traces of runs; null when none are known. */
      prompt_tokens: number | null;
      /** Completion tokens of the traces of runs; null when none are known. */
      completion_tokens: number | null;
      /** Cost of the traces of runs in US dollars; null when none is known. */
      cost_usd: number | null;
      /** Runs whose tokens and cost may still change, since spans of their traces may still arrive: ask again. */
      pending_traces: number;
      /** By name; at most 100. */
      evaluators: (components['schemas']["EvaluatorFigures"])[];
    };
    ExperimentSummary: {
      experiment: components['schemas']["Experiment"];
      /** Runs. */
      run_count: number;
      /** Share of runs with an error, 0 to 1; null without runs. */
      error_rate: number | null;
      /** Median latency of runs, in milliseconds. */
      latency_p50_ms: number | null;
      /** 90th percentile of the latency of runs, in milliseconds. */
      latency_p90_ms: number | null;
      /** 99th percentile of the latency of runs, in milliseconds. */
      latency_p99_ms: number | null;
      /** Prompt tokens of the traces of runs; null when none are known. */
      prompt_tokens: number | null;
      /** Completion tokens of the traces of runs; null when none are known. */
      completion_tokens: number | null;
      /** Cost of the traces of runs in US dollars; null when none is known. */
      cost_usd: number | null;
      /** Runs whose tokens and cost may still change, since spans of their traces may still arrive: ask again. */
      pending_traces: number;
      /** By name; at most 100. */
      evaluators: (components['schemas']["EvaluatorFigures"])[];
      /** Experiment of the dataset that is tagged `baseline`; null without one and for the baseline itself. */
      baseline_id: string | null;
      /** Each evaluator against the baseline; empty without a baseline. */
      against_baseline: (components['schemas']["PairedDifference"])[];
    };
    ExperimentSummaryWithSplits: {
      summary: components['schemas']["ExperimentSummary"];
      /** By name of the split; at most 50. */
      splits: (components['schemas']["ExperimentSplitFigures"])[];
    };
    ExperimentTag: {
      /** Global ID of the tag. */
      id: string;
      /** Name, unique in the dataset. */
      name: string;
      /** Description, or null. */
      description: string | null;
    };
    /** Absent when everything was stored. */
    ExportLogsPartialSuccess: {
      /** Log records that were refused. */
      rejectedLogRecords?: string | number;
      /** Which of them, which fields, and why. */
      errorMessage?: string;
    };
    /** OTLP's JSON mapping: lowerCamelCase, ids in hex, enumerations as numbers. */
    ExportLogsServiceRequest: {
      /** Log records by resource and scope. */
      resourceLogs?: ({ [key: string]: unknown })[];
    };
    ExportLogsServiceResponse: {
      partialSuccess?: components['schemas']["ExportLogsPartialSuccess"];
    };
    /** Absent when everything was stored. */
    ExportTracePartialSuccess: {
      /** Spans that were refused. */
      rejectedSpans?: string | number;
      /** Which of them, which fields, and why. */
      errorMessage?: string;
    };
    /** OTLP's JSON mapping: lowerCamelCase, ids in hex, enumerations as numbers. */
    ExportTraceServiceRequest: {
      /** Spans by resource and scope. */
      resourceSpans?: ({ [key: string]: unknown })[];
    };
    ExportTraceServiceResponse: {
      partialSuccess?: components['schemas']["ExportTracePartialSuccess"];
    };
    ExportedExperimentEvaluation: {
      /** Name of the evaluation. */
      name: string;
      /** Who evaluated. */
      annotator_kind: "LLM" | "CODE" | "HUMAN";
      /** Categorical label, or null. */
      label: string | null;
      /** Numeric score, or null. */
      score: number | null;
      /** Text explanation, or null. */
      explanation: string | null;
      /** OpenTelemetry trace id of the evaluation, or null. */
      trace_id: string | null;
      /** Why the evaluator failed; null when it did not. */
      error: string | null;
      /** Additional key-value pairs. */
      metadata: { [key: string]: unknown };
      /** When the evaluator began. */
      start_time: string;
      /** When it ended. */
      end_time: string;
    };
    ExportedExperimentRun: {
      /** Global ID of the example. */
      example_id: string;
      /** Which repetition of the example, from 1. */
      repetition_number: number;
      /** The input. */
      input: unknown;
      /** The expected output. */
      reference_output: unknown;
      /** The output of the task. */
      output: unknown;
      /** Why the task failed; null when it succeeded. */
      error: string | null;
      /** From start to end, in milliseconds. */
      latency_ms: number;
      /** When the task began. */
      start_time: string;
      /** When it ended. */
      end_time: string;
      /** OpenTelemetry trace id. */
      trace_id: string | null;
      /** Prompt tokens of its trace; null when unknown. */
      prompt_token_count: number | null;
      /** Completion tokens of its trace; null when unknown. */
      completion_token_count: number | null;
      /** Evaluations, by name. */
      annotations: (components['schemas']["ExportedExperimentEvaluation"])[];
    };
    FacetValue: {
      /** The value. */
      value: string;
      /** Spans or traces that have it. */
      count: number;
    };
    Facets: {
      /** By status code; a trace is ERROR when any of its spans is, else OK, most frequent first. */
      status: (components['schemas']["FacetValue"])[];
      /** By kind, most frequent first. */
      kind: (components['schemas']["FacetValue"])[];
      /** By name, most frequent first. */
      name: (components['schemas']["FacetValue"])[];
      /** By model, most frequent first. */
      model: (components['schemas']["FacetValue"])[];
      /** By user id, most frequent first. */
      user: (components['schemas']["FacetValue"])[];
      /** By session id, most frequent first. */
      session: (components['schemas']["FacetValue"])[];
      /** By each `attribute_key` asked for. */
      attributes: { [key: string]: (components['schemas']["FacetValue"])[] };
      /** Annotations of the spans or traces themselves, by name. `search` narrows their labels. */
      annotations: (components['schemas']["AnnotationFacet"])[];
      /** Newest matching spans or traces that were counted. */
      scanned: number;
      /** Whether those were all. */
      complete: boolean;
      /** Fields whose counts are of everything that matches, and not of the newest. */
      exact: ("status" | "kind" | "name" | "model" | "user" | "session" | "annotations")[];
      /** Over how many of the newest each field was counted; those are all where `exact` has the field. */
      counted: {
        /** By status. */
        status: number;
        /** By kind. */
        kind: number;
        /** By name. */
        name: number;
        /** By model. */
        model: number;
        /** By user. */
        user: number;
        /** By session. */
        session: number;
        /** By annotations. */
        annotations: number;
      };
      /** The same for models: of traces often fewer, because models are those of their calls. */
      models_scanned: number;
      /** The same for attributes. */
      attributes_scanned: number;
      /** Whether those were all that match. */
      attributes_complete: boolean;
      /** Of a thorough count: which part of the range it has been through, 1 at its end. Null of any other. */
      progress: number | null;
    };
    FieldError: {
      /** `schema_error`, or `value_error` for what no schema can say. */
      type: string;
      /** The way to the field: names, and the places in lists. */
      loc: (string | number)[];
      /** The problem. */
      msg: string;
    };
    FieldErrors: {
      /** The field that is wrong, where it is one of the body; otherwise a message. */
      detail: (components['schemas']["FieldError"])[] | string;
    };
    /** How complete the figures are. */
    FigureCoverage: {
      /** Sums kept while spans come in, or a scan of the newest that match. */
      source: "rollups" | "scan";
      /** Matching rows that were counted; 0 from roll-ups, which count none. */
      scanned: number;
      /** False when the scan was cut short: older rows are then not counted. */
      complete: boolean;
      /** Start of the oldest row counted, when the scan was cut short; null otherwise. */
      since: string | null;
      /** Of a thorough count: which part of the range it has been through, 1 at its end. Null of any other. */
      progress: number | null;
    };
    FigureGroup: {
      /** The common value of the rows of the group; null for those without a value. Of errors the pattern of their messages: numbers, ids, addresses, times and names of models are `…`. */
      value: string | null;
      /** Rows of the group. */
      count: number;
      /** Those with errors: spans with status ERROR, or traces that contain one. */
      errors: number;
      /** Median of the latency in milliseconds. */
      latency_p50_ms: number | null;
      /** 99th percentile of the latency in milliseconds. */
      latency_p99_ms: number | null;
      /** Prompt and completion tokens. */
      token_count_total: number;
      /** Cost in US dollars, as far as known. */
      cost_usd: number;
      /** Of errors, the messages behind the pattern, most frequent first, at most 20: of more, those of the newest rows. Else empty. */
      variants: (components['schemas']["FigureGroupVariant"])[];
    };
    FigureGroupVariant: {
      /** The message as it was sent. */
      value: string;
      /** Rows with it. */
      count: number;
    };
    FigureGroups: {
      /** Most frequent first, at most 200. */
      groups: (components['schemas']["FigureGroup"])[];
      coverage: components['schemas']["FigureCoverage"];
    };
    FreeformAnnotationConfig: {
      /** Global ID; its type tells the kind of config. */
      id: string;
      /** A text is written; a score may be given. */
      type: "FREEFORM";
      /** Unique name; annotations of this name follow the config. */
      name: string;
      /** Instructions for reviewers and evaluators, or null. */
      description?: string | null;
      /** Which direction is better; null when unspecified. */
      optimization_direction?: "MINIMIZE" | "MAXIMIZE" | "NONE" | null;
      /** From which score on it counts as good. */
      threshold?: number | null;
      /** The least score. */
      lower_bound?: number | null;
      /** The greatest score. */
      upper_bound?: number | null;
    };
    FreeformAnnotationConfigData: {
      /** A text is written; a score may be given. */
      type: "FREEFORM";
      /** Unique name; annotations of this name follow the config. */
      name: string;
      /** Instructions for reviewers and evaluators, or null. */
      description?: string | null;
      /** Which direction is better; null when unspecified. */
      optimization_direction?: "MINIMIZE" | "MAXIMIZE" | "NONE" | null;
      /** From which score on it counts as good. */
      threshold?: number | null;
      /** The least score. */
      lower_bound?: number | null;
      /** The greatest score. */
      upper_bound?: number | null;
    };
    FullComparedEvaluation: {
      /** Global ID of the evaluation. */
      id: string;
      /** Name of the evaluation. */
      name: string;
      /** Who evaluated. */
      annotator_kind: "LLM" | "CODE" | "HUMAN";
      /** Categorical label, or null. */
      label: string | null;
      /** Numeric score, or null. */
      score: number | null;
      /** Why the evaluator failed; cut to 300 characters in rows. */
      error: string | null;
      /** Text explanation, or null. */
      explanation: string | null;
      /** Additional key-value pairs. */
      metadata: { [key: string]: unknown };
      /** OpenTelemetry trace id of the evaluation, or null. */
      trace_id: string | null;
      /** Name of the user who annotated; null for programs and without authentication. */
      annotated_by: string | null;
      /** When it was changed last. */
      updated_at: string;
    };
    FullComparedExample: {
      /** The example, as the experiments have it. */
      example: {
        /** The id its maker gave it, otherwise its Global ID. */
        id: string;
        /** Global ID of the example. */
        node_id: string;
        /** The input. */
        input: { [key: string]: unknown };
        /** The expected output. */
        output: { [key: string]: unknown };
        /** Custom metadata. */
        metadata: { [key: string]: unknown };
        /** When it got this content. */
        updated_at: string;
        /** Names of the splits it is in now, in order; only in pages, where `limit` or `cursor` was given. */
        splits?: (string)[];
        /** The span it was made from; null without one. */
        source?: {
          /** OpenTelemetry id of the span it was made from. */
          span_id: string;
          /** Global ID of that span. */
          span_node_id: string;
        } | null;
      };
      /** In the order asked for. */
      experiments: ({
        experiment: components['schemas']["Experiment"];
        /** By repetition; the first 100. */
        runs: (components['schemas']["FullComparedRun"])[];
      })[];
    };
    FullComparedRun: {
      run: components['schemas']["ExperimentRun"];
      /** Whether `run.output` is null because all outputs together are longer than 16 MiB; GET /v1/experiments/{experiment_id}/runs has it. */
      is_output_left_out: boolean;
      /** From start to end, in milliseconds. */
      latency_ms: number;
      /** Prompt tokens of its trace; null when unknown. */
      prompt_tokens: number | null;
      /** Completion tokens of its trace; null when unknown. */
      completion_tokens: number | null;
      /** Cost of its trace in US dollars; null when unknown. */
      cost_usd: number | null;
      /** By name. */
      evaluations: (components['schemas']["FullComparedEvaluation"])[];
    };
    GateRuleResult: {
      /** The rule as sent. */
      rule: string;
      /** Whether the experiment holds to the rule. */
      passed: boolean;
      /** The value of the experiment; null when unknown, which fails the rule. */
      value: number | null;
      /** The value to compare with. */
      threshold: number | null;
      /** The baseline's value; null when the rule does not name it. */
      baseline: number | null;
      /** Paired difference to the baseline, over the examples that both share; null for counts of runs, and when the rule does not name the baseline. */
      difference: components['schemas']["Estimate"] | null;
      /** Runs that the value may still change by: runs without an error that this evaluation is missing of, and for `cost_usd` runs whose trace was not read yet. */
      missing_values: number;
      /** The result, as text for people. */
      detail: string;
    };
    /** At least one of them. */
    GivenPrices: {
      /** Input tokens, US dollars per million tokens; null for no separate price. */
      input?: number | null;
      /** Output tokens; without it they cost nothing, US dollars per million tokens; null for no separate price. */
      output?: number | null;
      /** Input tokens read from a cache; without it they cost what other input does, US dollars per million tokens; null for no separate price. */
      cache_read?: number | null;
      /** Input tokens written to a cache; without it they cost what other input does, US dollars per million tokens; null for no separate price. */
      cache_write?: number | null;
      /** Output tokens spent on reasoning; without it they cost what other output does, US dollars per million tokens; null for no separate price. */
      reasoning?: number | null;
      /** Input tokens of sound; without it they cost what other input does, US dollars per million tokens; null for no separate price. */
      audio_input?: number | null;
      /** Output tokens of sound; without it they cost what other output does, US dollars per million tokens; null for no separate price. */
      audio_output?: number | null;
      /** Input tokens of images; without it they cost what other input does, US dollars per million tokens; null for no separate price. */
      image_input?: number | null;
      /** Output tokens of images; without it they cost what other output does, US dollars per million tokens; null for no separate price. */
      image_output?: number | null;
      /** Input tokens of an embedding; without it they cost what other input does, US dollars per million tokens; null for no separate price. */
      embedding?: number | null;
      /** Each call, whatever its tokens, in US dollars; null for no separate price. */
      per_call?: number | null;
    };
    Histogram: {
      /** How many spans or traces have a value. */
      count: number;
      /** Borders of the bars, rising: one more than there are bars. A bar holds its lower border and not its upper one. Empty without values. */
      edges: (number)[];
      /** How many values are in each bar. */
      counts: (number)[];
    };
    IdCompletions: {
      /** Ids of users, as they were sent, in their order. */
      users: (string)[];
      /** Ids of sessions, as they were sent: those that start with the text in their order, then others, newest first. */
      sessions: (string)[];
    };
    IdentityProvider: {
      /** The name in the address: `/oauth2/{name}/login`. */
      name: string;
      /** The label of the button. */
      display_name: string;
      /** Whether the page goes there without being asked. */
      auto_login: boolean;
    };
    IncompleteExperimentEvaluation: {
      experiment_run: components['schemas']["ExperimentRun"];
      dataset_example: components['schemas']["DatasetExample"];
      /** Which of the evaluations asked for are missing or failed. */
      evaluation_names: (string)[];
    };
    IncompleteExperimentRun: {
      dataset_example: components['schemas']["DatasetExample"];
      /** Repetitions that are missing or failed. */
      repetition_numbers: (number)[];
    };
    InsertedAnnotation: {
      /** Global ID of the annotation. */
      id: string;
    };
    Job: {
      /** Global ID of the job. */
      id: string;
      /** The kind of work. */
      kind: string;
      /** `done`, `failed` and `cancelled` are final. */
      state: "queued" | "running" | "done" | "failed" | "cancelled";
      /** How far it is; null for work without rows. */
      progress: {
        /** Rows worked on so far. */
        rows_done: number;
        /** Rows in all; null while that is not known. */
        rows_total: number | null;
      } | null;
      /** The result, as a synchronous request would have returned it; null until the job is done. */
      result: { [key: string]: unknown } | null;
      /** Why it failed, or why the last try did; null when it did not. */
      error: {
        /** The error: names the field, the value and the fix. */
        detail: string;
        /** The line or row it went wrong at; null when it was none of them. */
        line: number | null;
      } | null;
      /** When it was asked for. */
      created_at: string;
      /** When it ended; null before that. */
      finished_at: string | null;
    };
    /** Latencies over time, as counts in a grid. */
    LatencyHeatmap: {
      /** Start of the first column. */
      start_time: string;
      /** End of the last column. */
      end_time: string;
      /** Borders of the rows in milliseconds, rising by equal factors: one more than there are rows. Empty when nothing was counted. */
      edges_ms: (number)[];
      /** For each interval of time, oldest first: how many latencies fall into each row, fastest first. */
      columns: ((number)[])[];
      coverage: components['schemas']["FigureCoverage"];
    };
    LimitedCaller: {
      /** The counted caller: `operator` is the holder of the admin secret, `others` are addresses beyond the number that is counted separately. */
      kind: "key" | "user" | "operator" | "address" | "others";
      /** Global ID of the key or user; null for the rest. */
      id: string | null;
      /** The key's name, the user's e-mail address, or the address. */
      name: string;
      /** Of the trace ingestion requests per minute. */
      ingestUsed: number;
      /** Of the API calls per minute. */
      apiUsed: number;
      /** Requests under way. */
      running: number;
      /** Live streams open. */
      live: number;
      /** How much is used of the limit it is nearest to. */
      share: number;
      /** Whether a request was refused within the last minute. */
      refusedLately: boolean;
    };
    Limits: {
      /** As configured; explicit numbers replace those of the plan. */
      plan: "free" | "pro" | "enterprise";
      /** Trace ingestion requests per minute; null without a limit. */
      ingestPerMinute: number | null;
      /** API calls per minute; null without a limit. */
      apiPerMinute: number | null;
      /** Requests at a time, and as many live streams; null without a limit. */
      concurrent: number | null;
      /** Who has used some of it now, refused ones and then the nearest to a limit first, at most 100. */
      callers: (components['schemas']["LimitedCaller"])[];
    };
    ListDatasetExamplesData: {
      /** Global ID of the dataset. */
      dataset_id: string;
      /** Global ID of the version that was read. */
      version_id: string;
      /** Names of the splits asked for; empty when none were. */
      filtered_splits: (string)[];
      /** Oldest first. */
      examples: ({
        /** The id its maker gave it, otherwise its Global ID. */
        id: string;
        /** Global ID of the example. */
        node_id: string;
        /** The input. */
        input: { [key: string]: unknown };
        /** The expected output. */
        output: { [key: string]: unknown };
        /** Custom metadata. */
        metadata: { [key: string]: unknown };
        /** When it got this content. */
        updated_at: string;
        /** Names of the splits it is in now, in order; only in pages, where `limit` or `cursor` was given. */
        splits?: (string)[];
        /** The span it was made from; null without one. */
        source?: {
          /** OpenTelemetry id of the span it was made from. */
          span_id: string;
          /** Global ID of that span. */
          span_node_id: string;
        } | null;
      })[];
    };
    ListedModel: {
      provider: components['schemas']["PriceProvider"];
      /** As the list calls it. */
      model: string;
      /** As people call it; null where the list does not say. */
      name: string | null;
      /** The price depends on the hour of the day: no rates are returned, and no cost is computed. */
      by_hour: boolean;
      rates: components['schemas']["ListedRates"];
      /** The rates of all tokens of calls with long prompts, the shortest first; empty when the length makes no difference. */
      tiers: (components['schemas']["RateTier"])[];
    };
    ListedRates: {
      /** Input tokens, US dollars per million tokens; null where the list has no such price. */
      input: number | null;
      /** Output tokens, US dollars per million tokens; null where the list has no such price. */
      output: number | null;
      /** Input tokens read from a cache, US dollars per million tokens; null where the list has no such price. */
      cache_read: number | null;
      /** Input tokens written to a cache, US dollars per million tokens; null where the list has no such price. */
      cache_write: number | null;
    };
    Liveness: {
      /** Always `ok`. */
      status: string;
    };
    LookupMatch: {
      /** The objects with this id. */
      type: "project" | "trace" | "span" | "session";
      project: components['schemas']["Project"];
      /** Trace id of a trace or a span, else null. */
      trace_id: string | null;
      /** Span id of a span, else null. */
      span_id: string | null;
      /** Session id of a session, else null. */
      session_id: string | null;
    };
    ModelRates: {
      /** `unknown`: no price was set here, and the list has no such model, or no price of it by the token. `by_hour`: what it asks depends on the hour of the day, and no cost is computed from that. */
      state: "known" | "unknown" | "by_hour";
      /** `own`: a price that was set here (`own_price`). `list`: the list that came with this server. Null when there is no price. */
      source: "own" | "list" | null;
      /** The price that was set here, where one applies; it goes before the list. */
      own_price: components['schemas']["NamedOwnPrice"] | null;
      /** Whose price of the list it is; null when another price applies, or none. */
      provider: components['schemas']["PriceProvider"] | null;
      /** The model that the name means in the list; null when another price applies, or none. */
      model: string | null;
      /** The rates that a cost is computed from; null unless the state is `known`. */
      rates: components['schemas']["TokenRates"] | null;
      list: components['schemas']["PriceListInfo"];
    };
    NamedOwnPrice: {
      /** Global ID of the price. */
      id: string;
      /** The name of a model as spans send it, or with `*` in it a pattern: `*` matches any number of characters, including none. Case-insensitive. */
      model: string;
      /** The price is for calls of this provider alone, as spans name it; null for any, also for calls that name none. */
      provider: string | null;
      /** The first day (UTC) whose calls it is for; null for all calls before its end. */
      valid_from: string | null;
      /** The last day (UTC) whose calls it is for, itself included; null for no end. */
      valid_until: string | null;
    };
    NewApiKey: {
      /** The secret, which is shown only once. */
      key: string;
      /** Global ID of the key. */
      id: string;
      /** The purpose of the key. */
      name: string;
      /** More about it, or null. */
      description: string | null;
      /** When it was made. */
      createdAt: string;
      /** From when on it is refused; null when never. */
      expiresAt: string | null;
      /** Its last use, a few seconds late; null before the first. */
      lastUsedAt: string | null;
      /** Its permissions, as far as the role behind it has them. */
      scopes: ("traces:read" | "traces:write" | "projects:read" | "projects:write" | "datasets:read" | "datasets:write" | "experiments:read" | "experiments:write" | "admin")[];
      /** The permission level of just these scopes, or null. */
      level: "read-only" | "read-write" | "admin" | null;
      /** `active`; `expired` from `expiresAt` on; `revoked` permanently. */
      state: "active" | "expired" | "revoked";
      /** Why it is refused though it is `active`, or null: `user_suspended` while the directory or identity provider does not let its user in. */
      pausedBy: "user_suspended" | null;
      /** `user` keys follow their user; `system` keys have a role of their own. */
      kind: "user" | "system";
      /** How it begins. */
      prefix: string;
      /** How it ends. */
      lastFour: string;
      /** Of system keys. */
      role: "ADMIN" | "MEMBER" | "VIEWER" | null;
      /** Global IDs of the only projects it may see; null for all. */
      projects: (string)[] | null;
      /** Whose key it is; null for system keys and those made while authentication was off. */
      user: components['schemas']["ApiKeyPerson"] | null;
      /** Who made it; null when that was no user, or one who is gone. */
      createdBy: components['schemas']["ApiKeyPerson"] | null;
      /** When it was revoked, or null. */
      revokedAt: string | null;
      /** Global ID of the key that it took the place of, or null. */
      rotatedFrom: string | null;
      /** Global ID of the key that took its place, or null. */
      replacedBy: string | null;
      /** Made while authentication was off: refused once it is on. */
      madeWhileOpen: boolean;
    };
    NewDatasetExample: {
      /** The input. */
      input: { [key: string]: unknown };
      /** The expected output; none by default. */
      output?: { [key: string]: unknown } | null;
      /** Notes; none unless given. */
      metadata?: { [key: string]: unknown } | null;
      /** An id of your own by which it can be found again; one of a deleted example brings that one back. */
      id?: string | null;
      /** Names of splits to put it into; new ones are made. */
      splits?: (string)[];
      /** OpenTelemetry id of the span it is made from. */
      span_id?: string | null;
    };
    NewSpan: {
      /** Ignored: the server gives ids. */
      id?: string;
      /** Name. */
      name: string;
      context: components['schemas']["SpanContext"];
      /** OpenInference kind; unknown words become UNKNOWN. */
      span_kind: string;
      /** Span id of the parent. */
      parent_id?: string | null;
      /** Start, ISO 8601 with an offset. */
      start_time: string;
      /** End, ISO 8601 with an offset. */
      end_time: string;
      /** OK, ERROR or UNSET; other words become UNSET. */
      status_code: string;
      /** Text of the status. */
      status_message?: string;
      /** Attributes, dotted or nested. */
      attributes?: { [key: string]: unknown };
      /** Events. */
      events?: (components['schemas']["NewSpanEvent"])[];
    };
    NewSpanEvent: {
      /** Name of the event. */
      name: string;
      /** When it happened, ISO 8601 with an offset. */
      timestamp: string;
      /** Attributes of the event. */
      attributes?: { [key: string]: unknown };
    };
    /** Exactly one of the fields is set; none for null. */
    OtlpAnyValue: {
      /** Text. */
      string_value?: string;
      /** Truth value. */
      bool_value?: boolean;
      /** Whole number. */
      int_value?: number;
      /** Number; NaN, Infinity and -Infinity as text. */
      double_value?: number | string;
      /** List. */
      array_value?: {
        /** Values of the same shape. */
        values: (unknown)[];
      };
    };
    OtlpEvent: {
      /** Name of the event. */
      name: string;
      /** Time in nanoseconds since the epoch. */
      time_unix_nano: number;
      /** Attributes of the event. */
      attributes: (components['schemas']["OtlpKeyValue"])[];
      /** Dropped attributes: not part of this view; see the span itself. */
      dropped_attributes_count: null;
    };
    OtlpKeyValue: {
      /** Dotted key. */
      key: string;
      value: components['schemas']["OtlpAnyValue"];
    };
    OtlpSpan: {
      /** Trace id in hex. */
      trace_id: string;
      /** Span id in hex. */
      span_id: string;
      /** Span id of the parent in hex; null for a root. */
      parent_span_id: string | null;
      /** Name. */
      name: string;
      /** Always SPAN_KIND_INTERNAL, as clients expect. */
      kind: string;
      /** Start in nanoseconds since the epoch, all digits. */
      start_time_unix_nano: number;
      /** End in nanoseconds since the epoch, all digits. */
      end_time_unix_nano: number;
      /** Flattened attributes. */
      attributes: (components['schemas']["OtlpKeyValue"])[];
      /** Events. */
      events: (components['schemas']["OtlpEvent"])[];
      status: components['schemas']["OtlpStatus"];
      /** Links: not part of this view; see the span itself. */
      links: null;
      /** Flags: not part of this view; see the span itself. */
      flags: null;
      /** Trace state: not part of this view; see the span itself. */
      trace_state: null;
      /** Dropped attributes: not part of this view; see the span itself. */
      dropped_attributes_count: null;
      /** Dropped events: not part of this view; see the span itself. */
      dropped_events_count: null;
      /** Dropped links: not part of this view; see the span itself. */
      dropped_links_count: null;
    };
    /** Status. */
    OtlpStatus: {
      /** 0 unset, 1 OK, 2 error. */
      code: number;
      /** Text of the status. */
      message: string | null;
    };
    /** An OTLP/JSON ExportTraceServiceRequest. */
    OtlpTraceRequest: {
      /** One ResourceSpans with one ScopeSpans with the span. */
      resourceSpans: (unknown)[];
    };
    OwnModelPrice: {
      /** Global ID of the price. */
      id: string;
      /** The name of a model as spans send it, or with `*` in it a pattern: `*` matches any number of characters, including none. Case-insensitive. */
      model: string;
      /** The price is for calls of this provider alone, as spans name it; null for any, also for calls that name none. */
      provider: string | null;
      /** The first day (UTC) whose calls it is for; null for all calls before its end. */
      valid_from: string | null;
      /** The last day (UTC) whose calls it is for, itself included; null for no end. */
      valid_until: string | null;
      prices: components['schemas']["OwnPrices"];
      /** When it was added. */
      created_at: string;
      /** When it was last changed. */
      updated_at: string;
    };
    OwnPrices: {
      /** Input tokens, US dollars per million tokens; null for no separate price. */
      input: number | null;
      /** Output tokens; without it they cost nothing, US dollars per million tokens; null for no separate price. */
      output: number | null;
      /** Input tokens read from a cache; without it they cost what other input does, US dollars per million tokens; null for no separate price. */
      cache_read: number | null;
      /** Input tokens written to a cache; without it they cost what other input does, US dollars per million tokens; null for no separate price. */
      cache_write: number | null;
      /** Output tokens spent on reasoning; without it they cost what other output does, US dollars per million tokens; null for no separate price. */
      reasoning: number | null;
      /** Input tokens of sound; without it they cost what other input does, US dollars per million tokens; null for no separate price. */
      audio_input: number | null;
      /** Output tokens of sound; without it they cost what other output does, US dollars per million tokens; null for no separate price. */
      audio_output: number | null;
      /** Input tokens of images; without it they cost what other input does, US dollars per million tokens; null for no separate price. */
      image_input: number | null;
      /** Output tokens of images; without it they cost what other output does, US dollars per million tokens; null for no separate price. */
      image_output: number | null;
      /** Input tokens of an embedding; without it they cost what other input does, US dollars per million tokens; null for no separate price. */
      embedding: number | null;
      /** Each call, whatever its tokens, in US dollars; null for no separate price. */
      per_call: number | null;
    };
    PairedDifference: {
      /** Name of the evaluation, or `latency_ms`, `cost_usd`, `tokens`, `error`. */
      name: string;
      /** Which direction is better: as the annotation config of this name says, otherwise MAXIMIZE. */
      direction: "MINIMIZE" | "MAXIMIZE" | "NONE";
      /** Examples with a value on both sides. */
      pairs: number;
      /** Pairs in which the second experiment is better. */
      improved: number;
      /** Pairs in which it is worse. */
      regressed: number;
      /** Pairs with the same value. */
      unchanged: number;
      /** Mean of the first experiment over the pairs. */
      base_mean: number | null;
      /** Mean of the second experiment over the pairs. */
      mean: number | null;
      difference: components['schemas']["Estimate"];
      /** How likely a difference at least as large is by chance alone, two-sided; null without pairs. */
      p_value: number | null;
      /** Where `p_value` is from: McNemar's exact test where every score is 0 or 1, the sign-flip test otherwise; null without pairs. */
      test: "mcnemar_exact" | "sign_flip" | null;
      /** Where both the interval and the test speak against chance: `better` or `worse` by the direction, `different` where there is none; `inconclusive` otherwise. */
      verdict: "better" | "worse" | "different" | "inconclusive";
      /** Fewer than 20 pairs: too few to tell. */
      is_small_sample: boolean;
    };
    PasswordLink: {
      /** Address to hand to the user: there a password is chosen, once. Shown only now. */
      url: string;
      /** Until when it works. */
      expires_at: string;
    };
    PriceListInfo: {
      /** The package the list comes from. */
      name: string;
      /** Its version; it came with this server, and nothing is fetched. */
      version: string;
    };
    PriceProvider: {
      /** As the list calls it. */
      id: string;
      /** As people call it. */
      name: string;
    };
    Project: {
      /** Global ID of the project. */
      id: string;
      /** Unique name; what exporters send as `openinference.project.name`. */
      name: string;
      /** The description of the project, or null. */
      description: string | null;
    };
    ProjectRetention: {
      /** Global ID of the project. */
      project_id: string;
      /** Global ID of its policy; null for the default one. */
      policy_id: string | null;
    };
    ProjectSummary: {
      project: components['schemas']["Project"];
      /** Spans in the window. */
      span_count: number;
      /** Traces in the window. */
      trace_count: number;
      /** Spans with status ERROR in the window. */
      error_count: number;
      /** Traces of the window with a span of status ERROR. */
      error_trace_count: number;
      /** Median latency of root spans in milliseconds; null without any. */
      latency_p50_ms: number | null;
      /** 99th percentile of the latency of root spans in milliseconds; null without any. */
      latency_p99_ms: number | null;
      /** Prompt tokens of LLM spans. */
      token_count_prompt: number;
      /** Completion tokens of LLM spans. */
      token_count_completion: number;
      /** Cost of LLM and embedding spans in US dollars, as far as known. */
      cost_usd: number;
      /** Start of the newest span of all; null when the project has none. */
      last_span_time: string | null;
      /** Equal intervals of the window, oldest first. */
      sparkline: ({
        /** Spans in the interval. */
        spans: number;
        /** Spans with status ERROR in the interval. */
        errors: number;
      })[];
    };
    ProjectsOfAnnotationConfig: {
      /** Global IDs of the projects that have it, at most 10,000. */
      project_ids: (string)[];
    };
    ProtectedResource: {
      /** The server, as apps know it. */
      resource: string;
      /** Its name for people. */
      resource_name: string;
      /** Where tokens come from; empty where apps do not sign in. */
      authorization_servers: (string)[];
      /** `header`. */
      bearer_methods_supported: (string)[];
      /** The scopes there are. */
      scopes_supported: (string)[];
      /** How to get a credential, for people and agents. */
      resource_documentation: string;
    };
    RateLimitError: {
      /** The exceeded limit, and when to retry. */
      error: string;
      /** The same. */
      detail: string;
    };
    RateTier: {
      /** Calls with more input tokens than this. */
      input_tokens_over: number;
      rates: components['schemas']["ListedRates"];
    };
    Readiness: {
      /** Whether the server takes and serves data. */
      ready: boolean;
      /** The problems, in plain words; empty when ready. */
      reasons: (string)[];
      /** Whether authentication is on. */
      authentication: boolean;
    };
    Reading: {
      /** How this server reads spans. Raised by versions that read something differently. */
      version: number;
      /** How all stored spans were read: below `version`, those stored before can be read again. */
      stored_version: number;
    };
    Redirect: {
      /** Where a browser would be redirected. */
      location: string;
    };
    Refusal: {
      /** When it was refused. */
      time: string;
      /** How it came. */
      wire: "http" | "grpc";
      /** How many spans or log records were refused; null when the request was refused as a whole. */
      spans: number | null;
      /** The reply to the sender. */
      reason: string;
    };
    RegisterApp: {
      /** The name to show on the consent screen. */
      client_name?: string;
      /** Redirect URI, matched exactly: `https://…`, `http://` on the user’s own device, or a private scheme. A loopback address without a port matches any port. */
      redirect_uris: (string)[];
      /** Without `refresh_token` it gets none. */
      grant_types?: ("authorization_code" | "refresh_token")[];
      /** `code`. */
      response_types?: ("code")[];
      /** Always `none`, whatever is requested: apps have no secret. */
      token_endpoint_auth_method?: string;
    };
    RegisteredApp: {
      /** The client id of the app. */
      client_id: string;
      /** Unix time in seconds. */
      client_id_issued_at: number;
      /** Name to show. */
      client_name: string;
      /** Where it may be answered. */
      redirect_uris: (string)[];
      /** The grant types it may use. */
      grant_types: (string)[];
      /** `code`. */
      response_types: (string)[];
      /** `none`. */
      token_endpoint_auth_method: string;
    };
    Reread: {
      /** Global ID; that of the job. */
      id: string;
      /** `stopped` and `failed` can be resumed; `done` is final. */
      state: "queued" | "running" | "stopped" | "done" | "failed";
      /** Only counts what would change. */
      dry_run: boolean;
      /** The server started it, since spans were stored by an earlier reading. */
      is_automatic: boolean;
      /** `all`: everything that lists, filters and figures show of a span. `costs`: what it cost, and nothing else. */
      what: "all" | "costs";
      /** The only project; null for all. */
      project_id: string | null;
      /** Spans that start from then on; null for all. */
      start_time: string | null;
      /** Spans that start before then; null for all. */
      end_time: string | null;
      /** Spans passed so far, newest first, inside the time range or not. */
      rows_done: number;
      /** Spans in all; null before it is counted. */
      rows_total: number | null;
      /** Spans whose bytes were read again. */
      spans_read: number;
      /** Spans that read differently, and changed or would change. */
      spans_changed: number;
      /** Unreadable spans, such as those in a damaged block. They stay unchanged. */
      spans_unreadable: number;
      /** Traces that changed their session. */
      traces_moved: number;
      /** The cost of the reread model calls before, in US dollars. */
      cost_usd_before: number;
      /** Their cost after. */
      cost_usd_after: number;
      /** Why it waits, such as a full disk; null while it does not. */
      waiting: string | null;
      /** Why it failed, or why the last try did; null when it did not. */
      error: string | null;
      /** When it was asked for. */
      created_at: string;
      /** When it ended; null before that. */
      finished_at: string | null;
    };
    RereadPage: {
      /** Newest first. Jobs that ended more than a week ago are deleted. */
      data: (components['schemas']["Reread"])[];
      /** Cursor of the next page, or null. */
      next_cursor: string | null;
      reading: components['schemas']["Reading"];
    };
    RestoreAnnotationBody: {
      /** The revision whose content it shall have again. */
      revision: number;
    };
    RetentionPolicy: {
      /** Global ID of the policy; number 0 is the default policy, of every project without another. */
      id: string;
      /** Unique name. */
      name: string;
      rule: components['schemas']["RetentionRule"];
      /** Global IDs of up to 1,000 projects that were given this policy. */
      project_ids: (string)[];
    };
    RetentionPreview: {
      /** Traces of the project now. */
      trace_count: number;
      /** Traces that the next sweep would delete. */
      deleted_trace_count: number;
      /** The size of the raw span data of the project. */
      span_bytes: number;
      /** Whether the number was estimated from the mean size of a trace. */
      estimated: boolean;
    };
    /** The limits of a project. All of them apply. */
    RetentionRule: {
      /** Traces that started longer ago are deleted; null for no limit of age. */
      max_days?: number | null;
      /** Only the newest of this many traces stay; null for no limit of number. */
      max_traces?: number | null;
      /** The oldest traces are deleted while the project's spans are larger; null for no limit of size. */
      max_bytes?: number | null;
    };
    RevertDatasetBody: {
      /** The version to go back to. */
      version_id: string;
      /** The change and its reason; shown with the new version. */
      version_description?: string | null;
      /** The version that was looked at: when another one is the newest by now, nothing is changed and the reply is 409. */
      base_version_id?: string;
    };
    RotateApiKeyRequestBody: {
      /** When the old key expires; null: at once. One day from now by default. */
      overlapUntil?: string | null;
      /** Of the new key. By default it has the lifetime the old key was created with. */
      expiresAt?: string | null;
    };
    RotatedApiKey: {
      key: components['schemas']["NewApiKey"];
      replaced: components['schemas']["ApiKeyDetails"];
    };
    RpcStatus: {
      /** Number of google.rpc.Code. */
      code?: number;
      /** The error message. */
      message: string;
    };
    SaveViewBody: {
      /** The listed rows: traces, all spans, LLM calls, or sessions. */
      scope: "traces" | "spans" | "llm" | "sessions";
      /** The filter as it was typed. */
      filter: string;
      /** Order of the rows, as the page's address has it: `cost`, `started.asc`; null for newest first. */
      sort?: string | null;
      /** Columns, as the page's address has them; null for the usual ones. */
      columns?: string | null;
      /** The grouping of the rows: name, model, user, session, error, or an attribute as `attr:resource.service.version`; null for rows. */
      group?: string | null;
      /** Who is to see it: `project` or `private`. */
      visibility?: "project" | "private";
    };
    ScoreHistogram: {
      /** Name of the annotations. */
      name: string;
      histogram: components['schemas']["Histogram"];
    };
    SecretKeyValue: {
      /** Name, as of an environment variable. */
      key: string;
      /** Not blank; null deletes. */
      value: string | null;
    };
    SeriesBreakdown: {
      /** A series for each of the most frequent values, most frequent first. All of them are counted over the same time. */
      parts: (components['schemas']["SeriesPart"])[];
      /** Rows with another value or none, so that the series add up to the whole. Null for models and errors of traces, which may have several. */
      others: components['schemas']["SeriesOthers"] | null;
      /** Different values, as far as they were counted. */
      value_count: number;
      /** Whether `value_count` and the choice of the most frequent values are final: false while counting, and beyond 50,000 values. */
      values_complete: boolean;
      coverage: components['schemas']["FigureCoverage"];
      /** Start of the first interval. */
      start_time: string;
      /** End of the last interval. */
      end_time: string;
    };
    SeriesBucket: {
      /** Start of the interval. */
      start_time: string;
      /** Spans. */
      spans: number;
      /** Traces. Null when a filter over spans counts spans alone. */
      traces: number | null;
      /** Spans with status ERROR. */
      errors: number;
      /** Traces that hold a span with status ERROR. Null when a filter over spans counts spans alone. */
      failed_traces: number | null;
      /** Median of the latency in milliseconds: of root spans, within 1 %; with a filter, of the matches, exactly. Spans without a duration, because their end was not sent, are excluded. Null without any. */
      latency_p50_ms: number | null;
      /** 95th percentile of the latency in milliseconds: of root spans, within 1 %; with a filter, of the matches, exactly. Spans without a duration, because their end was not sent, are excluded. Null without any. */
      latency_p95_ms: number | null;
      /** 99th percentile of the latency in milliseconds: of root spans, within 1 %; with a filter, of the matches, exactly. Spans without a duration, because their end was not sent, are excluded. Null without any. */
      latency_p99_ms: number | null;
      /** Median of the time to the first token in milliseconds, of LLM spans that say it: of all of them, within 1 %; with a filter over spans of those that match. Null where none says it, and when a filter over traces counts traces. */
      time_to_first_token_p50_ms: number | null;
      /** 95th percentile of the time to the first token in milliseconds, of LLM spans that say it: of all of them, within 1 %; with a filter over spans of those that match. Null where none says it, and when a filter over traces counts traces. */
      time_to_first_token_p95_ms: number | null;
      /** Prompt tokens. */
      token_count_prompt: number;
      /** Completion tokens. */
      token_count_completion: number;
      /** Cost in US dollars, as far as known. */
      cost_usd: number;
      /** Tokens and cost by model name. */
      models: { [key: string]: {
        /** Prompt tokens. */
        token_count_prompt: number;
        /** Completion tokens. */
        token_count_completion: number;
        /** Cost in US dollars. */
        cost_usd: number;
      } };
    };
    SeriesFigures: {
      /** Start of the interval. */
      start_time: string;
      /** Spans. */
      spans: number;
      /** Traces. Null when a filter over spans counts spans alone. */
      traces: number | null;
      /** Spans with status ERROR. */
      errors: number;
      /** Traces that hold a span with status ERROR. Null when a filter over spans counts spans alone. */
      failed_traces: number | null;
      /** Median of the latency in milliseconds: of root spans, within 1 %; with a filter, of the matches, exactly. Spans without a duration, because their end was not sent, are excluded. Null without any. */
      latency_p50_ms: number | null;
      /** 95th percentile of the latency in milliseconds: of root spans, within 1 %; with a filter, of the matches, exactly. Spans without a duration, because their end was not sent, are excluded. Null without any. */
      latency_p95_ms: number | null;
      /** 99th percentile of the latency in milliseconds: of root spans, within 1 %; with a filter, of the matches, exactly. Spans without a duration, because their end was not sent, are excluded. Null without any. */
      latency_p99_ms: number | null;
      /** Median of the time to the first token in milliseconds, of LLM spans that say it: of all of them, within 1 %; with a filter over spans of those that match. Null where none says it, and when a filter over traces counts traces. */
      time_to_first_token_p50_ms: number | null;
      /** 95th percentile of the time to the first token in milliseconds, of LLM spans that say it: of all of them, within 1 %; with a filter over spans of those that match. Null where none says it, and when a filter over traces counts traces. */
      time_to_first_token_p95_ms: number | null;
      /** Prompt tokens. */
      token_count_prompt: number;
      /** Completion tokens. */
      token_count_completion: number;
      /** Cost in US dollars, as far as known. */
      cost_usd: number;
    };
    SeriesOthers: {
      /** Equal intervals, oldest first, empty ones included. Intervals that start before `coverage.since` are not counted, or only in part. */
      data: (components['schemas']["SeriesFigures"])[];
      /** All intervals as one; null until all of them are counted. */
      totals: components['schemas']["SeriesFigures"] | null;
    };
    SeriesPart: {
      /** The value. */
      value: string;
      /** Spans or traces that have it. */
      count: number;
      /** Equal intervals, oldest first, empty ones included. Intervals that start before `coverage.since` are not counted, or only in part. */
      data: (components['schemas']["SeriesFigures"])[];
      /** All intervals as one; null until all of them are counted. */
      totals: components['schemas']["SeriesFigures"] | null;
    };
    ServerInfo: {
      /** Name of the product. */
      name: string;
      /** Its version. */
      version: string;
      /** When the process started. */
      started_at: string;
      /** Port of the page, the REST interface and OTLP over HTTP. */
      http_port: number;
      /** Port of OTLP over gRPC; null when it is off. */
      grpc_port: number | null;
      /** Address of OTLP over gRPC from outside, where it is not that port of this host (`SERVICE_GRPC_ROOT_URL`). */
      grpc_url: string | null;
      /** Whether that port speaks TLS alone (`SERVICE_TLS_ENABLED`). */
      grpc_tls: boolean;
      /** Base addresses this server can be reached at. */
      addresses: (string)[];
      /** False means that anyone who reaches the port can read and delete everything. */
      authentication: boolean;
      /** Whom to ask for help (`SERVICE_SUPPORT_EMAIL`). */
      support_email: string | null;
      reading: components['schemas']["Reading"];
      /** Where this server is managed (`SERVICE_MANAGEMENT_URL`). */
      management_url: string | null;
    };
    Session: {
      /** Global ID of the session. */
      id: string;
      /** Id as the sender gave it in `session.id`. */
      session_id: string;
      /** Global ID of the project. */
      project_id: string;
      /** Start of the earliest trace. */
      start_time: string;
      /** End of the latest trace. */
      end_time: string;
      /** Traces by start time. */
      traces: (components['schemas']["SessionTrace"])[];
      /** Prompt tokens over all LLM spans. */
      token_count_prompt: number;
      /** Completion tokens over all LLM spans. */
      token_count_completion: number;
      /** Prompt and completion tokens. */
      token_count_total: number;
    };
    SessionAnnotation: {
      /** Global ID of the annotation. */
      id: string;
      /** When it was first written. */
      created_at: string;
      /** When it was last changed. */
      updated_at: string;
      /** `APP` for annotations made on the page, else `API`. */
      source: "API" | "APP";
      /** Global ID of who wrote it last; null without authentication. */
      user_id: string | null;
      /** Name of the annotation, such as a criterion. */
      name: string;
      /** Who annotated: an LLM, code, or a human. */
      annotator_kind: "LLM" | "CODE" | "HUMAN";
      result: components['schemas']["AnnotationResult"];
      /** Anything else, as it was sent; empty unless given. */
      metadata: { [key: string]: unknown };
      /** Distinguishes several annotations of one target under one name. */
      identifier: string;
      /** Id of the session, as its sender gave it. */
      session_id: string;
    };
    SessionAnnotationData: {
      /** Id of the session, as its sender gave it. */
      session_id: string;
      /** Name of the annotation, such as a criterion. */
      name: string;
      /** Who annotates: an LLM, code, or a human. */
      annotator_kind: "LLM" | "CODE" | "HUMAN";
      /** Label, score and explanation; may be left out. */
      result?: components['schemas']["AnnotationResultData"] | null;
      /** Anything else, as an object of at most 262144 characters of JSON and 32 levels. */
      metadata?: { [key: string]: unknown } | null;
      /** Distinguishes several annotations of one target under one name; equal identifiers overwrite each other. */
      identifier?: string;
    };
    SessionCount: {
      /** Sessions that match, as far as they were counted. */
      count: number;
      /** False when there may be more: counting ends after 10,000 sessions, or after half a second. */
      complete: boolean;
    };
    SessionNoteData: {
      /** Id of the session, as its sender gave it. */
      session_id: string;
      /** The text. */
      note: string;
      /** Names the note: one of that name is overwritten. Without one, each note is a new one. */
      identifier?: string;
    };
    SessionRow: {
      /** Global ID of the session. */
      id: string;
      /** Id as the sender gave it. */
      session_id: string;
      /** Global ID of the project. */
      project_id: string;
      /** The first user named by its traces; null without one. */
      user_id: string | null;
      /** Start of the earliest trace. */
      start_time: string;
      /** End of the latest trace. */
      end_time: string;
      /** From the earliest start to the latest end, in milliseconds. */
      duration_ms: number;
      /** Traces, which are the turns of a conversation. */
      trace_count: number;
      /** Traces with a failed span. */
      error_trace_count: number;
      /** No end of the root span of its last trace was sent: it may still be running. */
      is_open: boolean;
      /** Median duration of its traces, in milliseconds. */
      latency_p50_ms: number;
      /** Prompt tokens over all LLM spans. */
      token_count_prompt: number;
      /** Completion tokens over all LLM spans. */
      token_count_completion: number;
      /** Cost in US dollars; null when unknown. */
      cost_usd: number | null;
      /** The first characters of the first trace's input; null without one. */
      first_input: string | null;
      /** The first characters of the last trace's output; null without one. */
      last_output: string | null;
      /** Annotations of the row itself, by name in order; notes are counted under `note`. */
      annotations: (components['schemas']["AnnotationSummary"])[];
    };
    /** All traces of a session by start time, as columns of equal length. */
    SessionSkeleton: {
      session: components['schemas']["SessionRow"];
      /** False when the session has more traces than `limit`. */
      complete: boolean;
      /** OpenTelemetry trace ids. */
      trace_ids: (string)[];
      /** Milliseconds after the session's start. */
      start_offsets_ms: (number)[];
      /** Durations in milliseconds. */
      durations_ms: (number)[];
      /** Failed spans. */
      error_counts: (number)[];
      /** Spans. */
      span_counts: (number)[];
      /** Prompt tokens. */
      token_counts_prompt: (number)[];
      /** Completion tokens. */
      token_counts_completion: (number)[];
      /** Costs in US dollars; null when unknown. */
      costs_usd: (number | null)[];
      /** The different names of root spans. */
      names: (string)[];
      /** Index into `names`. */
      name_indexes: (number)[];
    };
    SessionStep: {
      /** OpenTelemetry span id. */
      span_id: string;
      /** Name of the span. */
      name: string;
      /** Kind of the span. */
      span_kind: "UNKNOWN" | "AGENT" | "CHAIN" | "DECISION" | "EMBEDDING" | "EVALUATOR" | "GUARDRAIL" | "LLM" | "PROMPT" | "RERANKER" | "RETRIEVER" | "TOOL";
      /** Status of the span. */
      status_code: "UNSET" | "OK" | "ERROR";
      /** Duration in milliseconds. */
      latency_ms: number;
    };
    SessionTrace: {
      /** Global ID of the trace. */
      id: string;
      /** OpenTelemetry trace id. */
      trace_id: string;
      /** Start of the trace. */
      start_time: string;
      /** End of the trace. */
      end_time: string;
    };
    SessionTurn: {
      /** OpenTelemetry trace id. */
      trace_id: string;
      /** The input of the trace, cut to 16,000 characters; null without one. */
      input: string | null;
      /** The output, cut to 16,000 characters; null without one. */
      output: string | null;
      /** The error of the first failed span; null without one. */
      error_message: string | null;
      /** No end of the root span was sent: it may still be running. */
      is_open: boolean;
      /** Tools and searches between input and output, by start time. */
      steps: (components['schemas']["SessionStep"])[];
    };
    SetDatasetLabelsBody: {
      /** Global IDs of the labels it shall have, and no others; none unless given. */
      dataset_label_ids?: (string)[];
    };
    SetExperimentTagBody: {
      /** Lower-case letters, digits, `-` and `_`, beginning and ending with a letter or digit. Unique in the dataset. */
      name: string;
      /** Description, or null. */
      description?: string | null;
    };
    SetProjectAnnotationConfigsRequestBody: {
      /** Global IDs of the configs it shall have, and no others. */
      annotation_config_ids: (string)[];
    };
    SetProjectRetentionBody: {
      /** Global ID of the policy; null for the default one. */
      policy_id: string | null;
    };
    SignInConfig: {
      /** False: sign-in is off, and everything is open. */
      authentication: boolean;
      /** Whether one can sign in by password. */
      password: boolean;
      /** Whether one can sign in by a directory. */
      ldap: boolean;
      /** Identity providers to sign in at. */
      providers: (components['schemas']["IdentityProvider"])[];
      /** The requirements for a new password. */
      password_rules: string;
      /** Whom to ask for help (`SERVICE_SUPPORT_EMAIL`). */
      support_email: string | null;
      /** Whether the server can mail links to a new password. */
      mail: boolean;
      /** Whether no admin has a way in yet: the link printed at the start gives one. */
      needs_setup: boolean;
    };
    Span: {
      /** Global ID of the span. */
      id: string;
      /** Name of the span. */
      name: string;
      context: components['schemas']["SpanContext"];
      /** OpenInference kind as it was sent; UNKNOWN without one. */
      span_kind: string;
      /** Span id of the parent; null for a root. */
      parent_id: string | null;
      /** Start of the span. */
      start_time: string;
      /** End of the span. */
      end_time: string;
      /** UNSET, OK or ERROR. */
      status_code: string;
      /** Text of the status; empty without one. */
      status_message: string;
      /** Attributes with dotted keys, list indexes included. */
      attributes: { [key: string]: unknown };
      /** Events by time, exceptions among them. */
      events: (components['schemas']["SpanEvent"])[];
    };
    SpanAnnotation: {
      /** Global ID of the annotation. */
      id: string;
      /** When it was first written. */
      created_at: string;
      /** When it was last changed. */
      updated_at: string;
      /** `APP` for annotations made on the page, else `API`. */
      source: "API" | "APP";
      /** Global ID of who wrote it last; null without authentication. */
      user_id: string | null;
      /** Name of the annotation, such as a criterion. */
      name: string;
      /** Who annotated: an LLM, code, or a human. */
      annotator_kind: "LLM" | "CODE" | "HUMAN";
      result: components['schemas']["AnnotationResult"];
      /** Anything else, as it was sent; empty unless given. */
      metadata: { [key: string]: unknown };
      /** Distinguishes several annotations of one target under one name. */
      identifier: string;
      /** OpenTelemetry id of the span. */
      span_id: string;
    };
    SpanAnnotationData: {
      /** OpenTelemetry id of the span, 16 hex digits. */
      span_id: string;
      /** Name of the annotation, such as a criterion. */
      name: string;
      /** Who annotates: an LLM, code, or a human. */
      annotator_kind: "LLM" | "CODE" | "HUMAN";
      /** Label, score and explanation; may be left out. */
      result?: components['schemas']["AnnotationResultData"] | null;
      /** Anything else, as an object of at most 262144 characters of JSON and 32 levels. */
      metadata?: { [key: string]: unknown } | null;
      /** Distinguishes several annotations of one target under one name; equal identifiers overwrite each other. */
      identifier?: string;
    };
    SpanContext: {
      /** OpenTelemetry trace id, 32 lower-case hex digits. */
      trace_id: string;
      /** OpenTelemetry span id, 16 lower-case hex digits. */
      span_id: string;
    };
    SpanCost: {
      /** The cost that the span has, in US dollars: the one that was sent, else the one that was computed when it arrived. */
      cost_usd: number | null;
      /** The cost that was sent with the span; null when none was. */
      sent_cost_usd: number | null;
      /** Whether this server has a price for it: `known`. `unknown`: there is no price for the model, or none for some of its tokens. `by_hour`: the price of the model depends on the hour of the day. `not_counted`: no token counts were sent. `not_a_call`: it is neither an LLM nor an embedding span. */
      state: "known" | "unknown" | "by_hour" | "not_counted" | "not_a_call";
      /** Its cost by current prices, for the day of the call; null unless the state is `known`. */
      computed_cost_usd: number | null;
      /** The cost of the same call today. */
      today_cost_usd: number | null;
      /** How `computed_cost_usd` is made, part by part. */
      lines: (components['schemas']["CostLine"])[];
      /** `own`: a price that was set here (`own_price`). `list`: the list that came with this server. Null when there is no price. */
      source: "own" | "list" | null;
      /** The price that was set here, where one applies; it goes before the list. */
      own_price: components['schemas']["NamedOwnPrice"] | null;
      /** Whose price of the list it is; null when another price applies, or none. */
      provider: components['schemas']["PriceProvider"] | null;
      /** The model that the name means in the list; null when another price applies, or none. */
      model: string | null;
      list: components['schemas']["PriceListInfo"];
    };
    /** Everything that was sent about a span. */
    SpanDetail: {
      /** Global ID of the span. */
      id: string;
      /** Name of the span. */
      name: string;
      context: components['schemas']["SpanContext"];
      /** OpenInference kind as it was sent; UNKNOWN without one. */
      span_kind: string;
      /** Span id of the parent; null for a root. */
      parent_id: string | null;
      /** Start of the span. */
      start_time: string;
      /** End of the span. */
      end_time: string;
      /** UNSET, OK or ERROR. */
      status_code: string;
      /** Text of the status; empty without one. */
      status_message: string;
      /** Attributes with dotted keys, list indexes included. */
      attributes: { [key: string]: unknown };
      /** Events by time, exceptions among them. */
      events: (components['schemas']["SpanEvent"])[];
      /** Global ID of the trace. */
      trace_node_id: string;
      /** Global ID of the project. */
      project_id: string;
      /** OpenTelemetry span kind: 0 unspecified, 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
      otel_kind: number;
      /** Duration in milliseconds. */
      latency_ms: number;
      /** Milliseconds from the start to the first token, as an attribute or an event says; null where none does. */
      time_to_first_token_ms: number | null;
      /** Completion tokens per second after the first token, or over the whole span where that is not known; null without them, or in less than 10 ms. */
      tokens_per_second: number | null;
      /** Start in nanoseconds since the epoch, as text because JSON numbers cannot hold it. */
      start_time_unix_nano: string;
      /** End in nanoseconds since the epoch, as text. */
      end_time_unix_nano: string;
      /** No end was sent: it may still be running. Its end is then given as its start. */
      is_open: boolean;
      /** Model, from OpenInference or GenAI attributes. */
      model_name: string | null;
      /** Provider of the model. */
      model_provider: string | null;
      tokens: components['schemas']["TokenCounts"];
      /** Cost in US dollars; null when unknown. */
      cost_usd: number | null;
      /** The parent span reports the same model call: same model, prompt and completion tokens. Totals count the call once. */
      repeats_parent: boolean;
      /** Id of the session of the trace. */
      session_id: string | null;
      /** Id of the user. */
      user_id: string | null;
      /** Retrieved (or reranked) documents. */
      document_count: number;
      /** Status message, else the message or type of the exception. */
      error_message: string | null;
      /** W3C trace state; empty without one. */
      trace_state: string;
      /** OTLP flags of the span. */
      flags: number;
      /** Attributes the exporter dropped; raise OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT there. */
      dropped_attributes_count: number;
      /** Events the exporter dropped. */
      dropped_events_count: number;
      /** Links the exporter dropped. */
      dropped_links_count: number;
      /** Links to other spans. */
      links: (components['schemas']["SpanLink"])[];
      resource: components['schemas']["SpanResource"];
      scope: components['schemas']["SpanScope"];
    };
    SpanDocumentAnnotationData: {
      /** OpenTelemetry id of the span, 16 hex digits. */
      span_id: string;
      /** Position of the document among the span's, from 0. */
      document_position: number;
      /** Name of the annotation, such as a criterion. */
      name: string;
      /** Who annotates: an LLM, code, or a human. */
      annotator_kind: "LLM" | "CODE" | "HUMAN";
      /** Label, score and explanation; may be left out. */
      result?: components['schemas']["AnnotationResultData"] | null;
      /** Anything else, as an object of at most 262144 characters of JSON and 32 levels. */
      metadata?: { [key: string]: unknown } | null;
      /** Must be empty: documents have one annotation per name. */
      identifier?: string;
    };
    SpanEvent: {
      /** Name of the event. */
      name: string;
      /** When it happened. */
      timestamp: string;
      /** Attributes of the event. */
      attributes: { [key: string]: unknown };
    };
    SpanLink: {
      /** Trace id of the linked span. */
      trace_id: string;
      /** Span id of the linked span. */
      span_id: string;
      /** W3C trace state of the link. */
      trace_state: string;
      /** Attributes of the link. */
      attributes: { [key: string]: unknown };
    };
    SpanNoteData: {
      /** OpenTelemetry id of the span, 16 hex digits. */
      span_id: string;
      /** The text. */
      note: string;
      /** Names the note: one of that name is overwritten. Without one, each note is a new one. */
      identifier?: string;
    };
    SpanProjection: {
      /** A field of a span, or the path of an attribute. */
      key: string;
    };
    SpanQueryBody: {
      /** Each makes a frame. */
      queries: (components['schemas']["SpanQueryPart"])[];
      /** Inclusive, on the start of the span; UTC without an offset. */
      start_time?: string | null;
      /** Exclusive. */
      end_time?: string | null;
      /** The older name of `end_time`. */
      stop_time?: string | null;
      /** Spans in each frame; 1,000 unless given. */
      limit?: number | null;
      /** Only spans without a parent. */
      root_spans_only?: boolean | null;
      /** Whether a span whose parent did not arrive counts as one without; true unless given. */
      orphan_span_as_root_span?: boolean | null;
      /** The project; `default` unless given. */
      project_name?: string | null;
    };
    SpanQueryPart: {
      /** Column by what it shows: a field such as `name`, or an attribute path such as `input.value`. */
      select?: { [key: string]: components['schemas']["SpanProjection"] } | null;
      /** Which spans. */
      filter?: {
        /** A filter of spans. */
        condition: string;
      } | null;
      /** A list attribute: one row for each of its objects. Spans without such a list are left out. */
      explode?: {
        key: string;
        kwargs?: { [key: string]: string } | null;
        /** The index beside the position; `context.span_id` unless given. */
        primary_index_key?: string | null;
      } | null;
      /** A list attribute: the values of its objects joined to one text. */
      concat?: {
        key: string;
        kwargs?: { [key: string]: string } | null;
        /** A blank line unless given. */
        separator?: string | null;
      } | null;
      /** New name by old. */
      rename?: { [key: string]: string } | null;
      /** The index; `context.span_id` unless given. */
      index?: components['schemas']["SpanProjection"] | null;
    };
    /** The process that sent the span. */
    SpanResource: {
      /** Attributes of the process that made the span. */
      attributes: { [key: string]: unknown };
      /** Schema of the attributes; may be empty. */
      schema_url: string;
    };
    SpanRow: {
      /** Global ID of the span. */
      id: string;
      /** OpenTelemetry trace id. */
      trace_id: string;
      /** OpenTelemetry span id. */
      span_id: string;
      /** Span id of the parent; null for a root. */
      parent_id: string | null;
      /** Name of the span. */
      name: string;
      /** OpenInference kind. */
      span_kind: "UNKNOWN" | "AGENT" | "CHAIN" | "DECISION" | "EMBEDDING" | "EVALUATOR" | "GUARDRAIL" | "LLM" | "PROMPT" | "RERANKER" | "RETRIEVER" | "TOOL";
      /** Status. */
      status_code: "UNSET" | "OK" | "ERROR";
      /** Error text; null without one. */
      error_message: string | null;
      /** Start of the span. */
      start_time: string;
      /** End of the span. */
      end_time: string;
      /** Duration in milliseconds. */
      latency_ms: number;
      /** Milliseconds from the start to the first token, as an attribute or an event says; null where none does. */
      time_to_first_token_ms: number | null;
      /** Completion tokens per second after the first token, or over the whole span where that is not known; null without them, or in less than 10 ms. */
      tokens_per_second: number | null;
      /** No end was sent: it may still be running. False where previews are left out. */
      is_open: boolean;
      /** The first characters of the input; null without one. */
      input_preview: string | null;
      /** The first characters of the output; null without one. */
      output_preview: string | null;
      /** Model. */
      model_name: string | null;
      /** Prompt tokens. */
      token_count_prompt: number | null;
      /** Completion tokens. */
      token_count_completion: number | null;
      /** Cost in US dollars; null when unknown. */
      cost_usd: number | null;
      /** Id of the session. */
      session_id: string | null;
      /** Id of the user. */
      user_id: string | null;
      /** Annotations of the row itself, by name in order; notes are counted under `note`. */
      annotations: (components['schemas']["AnnotationSummary"])[];
      /** The attributes named by `columns` that exist; texts cut to 200 characters, structures as JSON text. */
      attributes?: { [key: string]: string | number | boolean };
    };
    /** The instrumentation that made the span. */
    SpanScope: {
      /** Name of the instrumentation. */
      name: string;
      /** Its version. */
      version: string;
      /** Its attributes. */
      attributes: { [key: string]: unknown };
      /** Schema of the span; may be empty. */
      schema_url: string;
    };
    StartRereadBody: {
      /** Global ID or name of the only project; all without it. */
      project?: string;
      /** Spans that start from then on; all without it. */
      start_time?: string;
      /** Spans that start before then; all without it. */
      end_time?: string;
      /** `all`: everything that lists, filters and figures show of a span. `costs`: what it cost, and nothing else. */
      what?: "all" | "costs";
      /** Only count what would change, and what it costs before and after. */
      dry_run?: boolean;
    };
    StorageTables: {
      /** When it was measured; the result is cached for a minute. */
      measured_at: string;
      /** The databases. */
      files: ({
        /** The database. */
        name: string;
        /** Its file, without its write-ahead log. */
        bytes: number;
        /** The largest first. */
        tables: (components['schemas']["TableSize"])[];
      })[];
    };
    TableSize: {
      /** The table; its indexes count with it. */
      name: string;
      /** Its size. */
      bytes: number;
    };
    /** Token counts by type; null where the sender sent none. */
    TokenCounts: {
      /** Prompt tokens. */
      prompt: number | null;
      /** Completion tokens. */
      completion: number | null;
      /** Total as the sender gave it. */
      total: number | null;
      /** Prompt tokens read from a cache. */
      cache_read: number | null;
      /** Prompt tokens written to a cache. */
      cache_write: number | null;
      /** Completion tokens spent on reasoning. */
      reasoning: number | null;
      /** Audio tokens. */
      audio: number | null;
    };
    TokenRates: {
      /** Input tokens that are neither read from a cache nor written to one, US dollars per million tokens. */
      input: number;
      /** Output tokens, US dollars per million tokens. */
      output: number;
      /** Input tokens read from a cache; what others cost where there is no price of their own, US dollars per million tokens. */
      cache_read: number;
      /** Input tokens written to a cache; what others cost where there is no price of their own, US dollars per million tokens. */
      cache_write: number;
      /** Output tokens spent on reasoning; what others cost where there is no price of their own, US dollars per million tokens. */
      reasoning: number;
      /** Input tokens of sound, US dollars per million tokens; null where the list has no price of them, so that calls with such tokens have no cost. */
      audio_input: number | null;
      /** Output tokens of sound, US dollars per million tokens; null where the list has no price of them, so that calls with such tokens have no cost. */
      audio_output: number | null;
      /** Input tokens of images; what others cost where there is no price of their own, US dollars per million tokens. */
      image_input: number;
      /** Output tokens of images; what others cost where there is no price of their own, US dollars per million tokens. */
      image_output: number;
      /** Each call, in US dollars. */
      per_call: number;
    };
    Trace: {
      /** Global ID of the trace. */
      id: string;
      /** OpenTelemetry trace id, 32 lower-case hex digits. */
      trace_id: string;
      /** Global ID of the project the trace belongs to. */
      project_id: string;
      /** Start of the earliest span. */
      start_time: string;
      /** End of the latest span. */
      end_time: string;
      /** Prompt tokens over all LLM spans. */
      token_count_prompt: number;
      /** Completion tokens over all LLM spans. */
      token_count_completion: number;
      /** Prompt and completion tokens. */
      token_count_total: number;
      /** The spans by start time, when `include_spans` was asked for; null otherwise. */
      spans: (components['schemas']["TraceSpan"])[] | null;
    };
    TraceAnnotation: {
      /** Global ID of the annotation. */
      id: string;
      /** When it was first written. */
      created_at: string;
      /** When it was last changed. */
      updated_at: string;
      /** `APP` for annotations made on the page, else `API`. */
      source: "API" | "APP";
      /** Global ID of who wrote it last; null without authentication. */
      user_id: string | null;
      /** Name of the annotation, such as a criterion. */
      name: string;
      /** Who annotated: an LLM, code, or a human. */
      annotator_kind: "LLM" | "CODE" | "HUMAN";
      result: components['schemas']["AnnotationResult"];
      /** Anything else, as it was sent; empty unless given. */
      metadata: { [key: string]: unknown };
      /** Distinguishes several annotations of one target under one name. */
      identifier: string;
      /** OpenTelemetry id of the trace. */
      trace_id: string;
    };
    TraceAnnotationData: {
      /** OpenTelemetry id of the trace, 32 hex digits. */
      trace_id: string;
      /** Name of the annotation, such as a criterion. */
      name: string;
      /** Who annotates: an LLM, code, or a human. */
      annotator_kind: "LLM" | "CODE" | "HUMAN";
      /** Label, score and explanation; may be left out. */
      result?: components['schemas']["AnnotationResultData"] | null;
      /** Anything else, as an object of at most 262144 characters of JSON and 32 levels. */
      metadata?: { [key: string]: unknown } | null;
      /** Distinguishes several annotations of one target under one name; equal identifiers overwrite each other. */
      identifier?: string;
    };
    TraceNoteData: {
      /** OpenTelemetry id of the trace, 32 hex digits. */
      trace_id: string;
      /** The text. */
      note: string;
      /** Names the note: one of that name is overwritten. Without one, each note is a new one. */
      identifier?: string;
    };
    TraceRow: {
      /** Global ID of the trace. */
      id: string;
      /** OpenTelemetry trace id. */
      trace_id: string;
      /** Global ID of the project. */
      project_id: string;
      /** Start of the earliest span. */
      start_time: string;
      /** End of the latest span. */
      end_time: string;
      /** From the earliest start to the latest end, in milliseconds. */
      latency_ms: number;
      /** No end of the root span was sent: it may still be running. False where previews are left out. */
      is_open: boolean;
      /** Spans of the trace. */
      span_count: number;
      /** Spans with status ERROR. */
      error_count: number;
      /** Global ID of the root span, or of the earliest orphan. */
      root_span_id: string | null;
      /** Name of the root span. */
      name: string | null;
      /** Kind of the root span. */
      span_kind: "UNKNOWN" | "AGENT" | "CHAIN" | "DECISION" | "EMBEDDING" | "EVALUATOR" | "GUARDRAIL" | "LLM" | "PROMPT" | "RERANKER" | "RETRIEVER" | "TOOL" | null;
      /** Status of the root span. */
      status_code: "UNSET" | "OK" | "ERROR" | null;
      /** The root span's error text, else that of the first failed span; null without one. */
      error_message: string | null;
      /** The first characters of the root span's input; null without one. */
      input_preview: string | null;
      /** The first characters of the root span's output; null without one. */
      output_preview: string | null;
      /** Where the root span has no input: the first characters of that of the first LLM span to arrive; else null. */
      llm_input_preview: string | null;
      /** Where the root span has no output: the first characters of that of the last LLM span to arrive; else null. */
      llm_output_preview: string | null;
      /** Prompt tokens over all LLM spans. */
      token_count_prompt: number;
      /** Completion tokens over all LLM spans. */
      token_count_completion: number;
      /** Cost in US dollars; null when unknown. */
      cost_usd: number | null;
      /** Model of the first LLM span; null without one. */
      model_name: string | null;
      /** Id of the session as it was sent. */
      session_id: string | null;
      /** Id of the user as it was sent. */
      user_id: string | null;
      /** Annotations of the row itself, by name in order; notes are counted under `note`. */
      annotations: (components['schemas']["AnnotationSummary"])[];
      /** The attributes named by `columns` that exist; texts cut to 200 characters, structures as JSON text. */
      attributes?: { [key: string]: string | number | boolean };
    };
    /** The service that sent each span of a trace, in the order of its skeleton. */
    TraceServices: {
      /** False when the trace has more spans than `limit`. */
      complete: boolean;
      /** The different names, in the order in which they first appear. */
      services: (string)[];
      /** Index into `services` for each span; -1 where a span's resource has no `service.name`. */
      service_indexes: (number)[];
    };
    /** All spans of a trace by start time, as columns of equal length. */
    TraceSkeleton: {
      trace: components['schemas']["TraceRow"];
      /** False when the trace has more spans than `limit`. */
      complete: boolean;
      /** Row numbers; the Global ID of a span is base64("Span:" + number). */
      ids: (number)[];
      /** OpenTelemetry span ids. */
      span_ids: (string)[];
      /** Index of the parent in these columns; -1 for a root, -2 when the parent was never received. */
      parents: (number)[];
      /** Span ids of parents that were never received, by index. */
      missing_parents: { [key: string]: string };
      /** Nanoseconds after the trace's start. */
      start_offsets_ns: (number)[];
      /** Durations in nanoseconds. */
      durations_ns: (number)[];
      /** The different names. */
      names: (string)[];
      /** Index into `names`. */
      name_indexes: (number)[];
      /** Index into UNKNOWN, AGENT, CHAIN, DECISION, EMBEDDING, EVALUATOR, GUARDRAIL, LLM, PROMPT, RERANKER, RETRIEVER, TOOL. */
      kinds: (number)[];
      /** Index into UNSET, OK, ERROR. */
      statuses: (number)[];
      /** Prompt tokens. */
      token_counts_prompt: (number | null)[];
      /** Completion tokens. */
      token_counts_completion: (number | null)[];
      /** Costs in US dollars. */
      costs_usd: (number | null)[];
      /** Nanoseconds from a span's start to the model's first token, where an attribute or an event says so. */
      first_tokens_ns: (number | null)[];
      /** Model names. */
      models: (string | null)[];
      /** Spans that report the same model call as their parent, by index. Totals leave out 1: their tokens (their parent has no cost), 2: their tokens and their cost. */
      repeats: { [key: string]: number };
      /** Indexes of spans whose end was never sent, among the first 1,000 that lasted nothing. Shorter than the columns. */
      open_spans: (number)[];
    };
    TraceSpan: {
      /** Global ID of the span. */
      id: string;
      /** OpenTelemetry span id, 16 lower-case hex digits. */
      span_id: string;
      /** Span id of the parent; null for a root. */
      parent_id: string | null;
      /** Name of the span. */
      name: string;
      /** OpenInference kind, upper case. */
      span_kind: string;
      /** UNSET, OK or ERROR. */
      status_code: string;
      /** Start of the span. */
      start_time: string;
      /** End of the span. */
      end_time: string;
    };
    TransferTracesBody: {
      /** Global IDs or OpenTelemetry ids of traces of one project. */
      trace_identifiers: (string)[];
      /** Global ID or name of the project to move them to. */
      destination_project_identifier: string;
    };
    TransferredTraces: {
      /** Traces moved; repeated identifiers count once. */
      transferred_trace_count: number;
      /** Where they are now. */
      destination_project_id: string;
    };
    UnpricedModel: {
      /** As spans name it. */
      model: string;
      /** Input and output tokens of its LLM spans in that time. */
      token_count: number;
      /** Projects with such spans. */
      project_count: number;
    };
    UnpricedModelsReply: {
      /** The most used first; at most 200. */
      data: (components['schemas']["UnpricedModel"])[];
      /** How many models there are. */
      total: number;
      /** Over how many days, up to now. */
      days: number;
    };
    /** Absent fields stay unchanged. */
    UpdateAlertChannelBody: {
      /** Unique name. */
      name?: string;
      /** Whether alerts are sent there. */
      enabled?: boolean;
      /** Where a webhook goes: http or https. */
      url?: string;
      /** The secret that signs a webhook’s requests; at least 16 characters. Never returned. */
      secret?: string;
      /** Who gets a mail: up to 10 addresses. */
      recipients?: (string)[];
    };
    /** Absent fields stay unchanged. */
    UpdateAlertRuleBody: {
      /** Whether keys are checked against it. */
      enabled?: boolean;
      /** Days; of `error_rate` percent, up to 100. */
      threshold?: number;
    };
    /** Absent fields stay unchanged. Creates no new version. */
    UpdateDatasetBody: {
      /** A new name, unique and not blank. */
      name?: string;
      /** The description of the dataset; null for none. */
      description?: string | null;
      /** Custom metadata; null for none. */
      metadata?: { [key: string]: unknown } | null;
    };
    /** Absent fields stay unchanged; at least one must change. */
    UpdateDatasetLabelBody: {
      /** A new name; null means no change. */
      name?: string | null;
      /** A new color; null means no change. */
      color?: string | null;
      /** A new description; null for none. */
      description?: string | null;
    };
    /** Absent fields stay unchanged. */
    UpdateDatasetSplitBody: {
      /** A new name; may not be null. */
      name?: string | null;
      /** The purpose of the split, or null. */
      description?: string | null;
      /** A new color; may not be null. */
      color?: string | null;
      /** Replaces what was there; null for nothing. */
      metadata?: { [key: string]: unknown } | null;
      /** Examples to put into it. By Global ID, or by the id their maker gave them. */
      add_example_ids?: (string)[];
      /** Examples to take out of it; an example in both lists ends outside. By Global ID, or by the id their maker gave them. */
      remove_example_ids?: (string)[];
    };
    /** Absent fields stay unchanged; at least one is needed. */
    UpdateExperimentBody: {
      /** New name. */
      name?: string;
      /** Description, or null. */
      description?: string | null;
      /** Additional key-value pairs. */
      metadata?: { [key: string]: unknown };
    };
    /** Absent fields stay unchanged, each price too; null clears a price. */
    UpdateOwnModelPriceBody: {
      /** The name of a model as spans send it, or with `*` in it a pattern: `*` matches any number of characters, including none. Case-insensitive. */
      model?: string;
      /** The price is for calls of this provider alone, as spans name it; null for any, also for calls that name none. */
      provider?: string | null;
      /** The first day (UTC) whose calls it is for; null for all calls before its end. */
      valid_from?: string | null;
      /** The last day (UTC) whose calls it is for, itself included; null for no end. */
      valid_until?: string | null;
      prices?: components['schemas']["GivenPrices"];
    };
    UpdateProjectBody: {
      /** The new description; null or absent leaves it. */
      description?: string | null;
    };
    /** Absent fields stay unchanged. */
    UpdateRetentionPolicyBody: {
      /** Unique name. */
      name?: string;
      rule?: components['schemas']["RetentionRule"];
    };
    UpdateViewBody: {
      /** Its new name. */
      name?: string;
      /** Who sees it from now on. */
      visibility?: "project" | "private";
    };
    UploadDatasetBody: {
      /** Name of the dataset. */
      name: string;
      /** `create` needs a free name; `append` adds examples; `update` makes the dataset hold exactly these. The last two create it when there is none. */
      action?: string;
      /** Used when the dataset is created. */
      description?: string | null;
      /** The inputs, one object for each example. */
      inputs: ({ [key: string]: unknown })[];
      /** One for each example. What is expected to come out. */
      outputs?: ({ [key: string]: unknown })[] | null;
      /** One for each example. Notes. */
      metadata?: ({ [key: string]: unknown })[] | null;
      /** One for each example. The name of a split, a list of names, or null. */
      splits?: (string | (string | null)[] | null)[] | null;
      /** One for each example. OpenTelemetry id of the span it was made from, or null. */
      span_ids?: (string | null)[] | null;
      /** One for each example. An id of your own by which later uploads find the example, or its Global ID, or null. No two the same. */
      example_ids?: (string | null)[] | null;
    };
    UploadDatasetData: {
      /** Global ID of the dataset. */
      dataset_id: string;
      /** Global ID of its newest version; a new one when anything changed. */
      version_id: string;
      /** Examples added. */
      num_created_examples: number;
      /** Examples whose content or splits changed. */
      num_updated_examples: number;
      /** Examples removed. */
      num_deleted_examples: number;
      /** With `leave_out_uneven_lines=true`: lines that were left out. */
      num_left_out_lines?: number;
    };
    UploadDatasetForm: {
      /** Name of the dataset. */
      name: string;
      /** As in JSON. */
      action?: string;
      /** Used when the dataset is created; the name of the file unless given. */
      description?: string;
      /** Columns that go in. Repeated, with or without `[]` in its name. */
      "input_keys[]"?: (string)[];
      /** Columns that are expected to come out. Repeated, with or without `[]` in its name. */
      "output_keys[]"?: (string)[];
      /** Columns of notes. Repeated, with or without `[]` in its name. */
      "metadata_keys[]"?: (string)[];
      /** Columns that hold the name of a split. Repeated, with or without `[]` in its name. */
      "split_keys[]"?: (string)[];
      /** A column: the name of a split, or a JSON list of names. Not together with `split_keys[]`. */
      split_key?: string;
      /** Columns of JSON objects whose keys come in their place. Repeated, with or without `[]` in its name. */
      "flatten_keys[]"?: (string)[];
      /** A column: OpenTelemetry id of the span an example was made from. */
      span_id_key?: string;
      /** A column: an id of your own, or the Global ID of an example. */
      example_id_key?: string;
      /** Cells of CSV are read as JSON where they are JSON, as an export with `typed` writes them. */
      typed?: boolean;
      /** Lines of CSV with more or fewer cells than the header are left out, and the reply counts them (`num_left_out_lines`); otherwise the first of them refuses the file. A file of which nothing would be left is refused all the same. */
      leave_out_uneven_lines?: boolean;
      /** The file; its part says what it is: `text/csv`, `application/jsonl`, `application/x-pandas-pyarrow` (Arrow stream or file) or `application/vnd.apache.parquet`, with `Content-Encoding` gzip or deflate for the first two. CSV may have commas, semicolons or tabs between its cells: its header tells, or a first line `sep=;`. */
      file: string;
    };
    UpsertExperimentEvaluationBody: {
      /** Global ID of the run. */
      experiment_run_id: string;
      /** Name of the evaluation, unique for the run. */
      name: string;
      /** Who evaluated: a model, code, or a person. */
      annotator_kind: "LLM" | "CODE" | "HUMAN";
      /** When the evaluator began. ISO 8601; without an offset it is UTC. */
      start_time: string;
      /** When it ended. ISO 8601; without an offset it is UTC. */
      end_time: string;
      /** The result of the evaluator. `result` or `error` is required. */
      result?: components['schemas']["ExperimentEvaluationResult"] | null;
      /** Why the evaluator failed. */
      error?: string | null;
      /** Additional key-value pairs. */
      metadata?: { [key: string]: unknown } | null;
      /** OpenTelemetry trace id of the evaluation. */
      trace_id?: string | null;
    };
    UpsertOrDeleteSecretsRequest: {
      /** The last of repeated keys holds. */
      secrets: (components['schemas']["SecretKeyValue"])[];
    };
    UpsertOrDeleteSecretsResult: {
      /** Names of what was stored. */
      upserted_keys: (string)[];
      /** Names of what is gone. */
      deleted_keys: (string)[];
    };
    UpsertedExperimentEvaluation: {
      /** Global ID of the evaluation. */
      id: string;
    };
    UserApiKey: {
      /** Global ID of the key. */
      id: string;
      /** The purpose of the key. */
      name: string;
      /** Absent when there is none. */
      description?: string;
      /** When it was made. */
      created_at: string;
      /** From when on it is refused; absent when never. */
      expires_at?: string;
      user: components['schemas']["ApiKeyUser"];
    };
    UserAppGrant: {
      /** Global ID. */
      id: string;
      /** The app. */
      client_id: string;
      /** The name the app gives itself. */
      name: string;
      /** Whether the server came with it. */
      built_in: boolean;
      /** The granted scopes. */
      scopes: ("traces:read" | "traces:write" | "projects:read" | "projects:write" | "datasets:read" | "datasets:write" | "experiments:read" | "experiments:write" | "admin")[];
      /** When it was authorized. */
      created_at: string;
      /** When it last got a token, which it does every few minutes while it is used. */
      last_used_at: string;
      /** When it is cut off, however much it is used. */
      expires_at: string;
      /** Where it came from for its first token. */
      address: string | null;
      /** The name the app gave itself there. */
      user_agent: string | null;
      /** Whom it acts for. */
      user: {
        /** Global ID of the user. */
        id: string;
        /** E-mail address of the user. */
        email: string;
      };
    };
    UserName: {
      /** Global ID of the user, as asked. */
      id: string;
      /** Name to show; null of a user who is gone or never was. */
      username: string | null;
    };
    UserSession: {
      /** Global ID of the session. */
      id: string;
      /** When it began. */
      created_at: string;
      /** When it was last renewed, which the page does every few minutes while it is used. */
      last_used_at: string;
      /** When it ends unless it is used before. */
      expires_at: string;
      /** Network address it was begun from. */
      address: string | null;
      /** The User-Agent of the browser. */
      user_agent: string | null;
      /** Whether it is the one that asks. */
      current: boolean;
    };
    /** A saved view of a project’s list, visible to everyone in the project or only to its owner. */
    View: {
      /** Name, unique among the views of the project, and among the private ones of a user. */
      name: string;
      /** The listed rows: traces, all spans, LLM calls, or sessions. */
      scope: "traces" | "spans" | "llm" | "sessions";
      /** The filter as it was typed. */
      filter: string;
      /** Order of the rows, as the page's address has it: `cost`, `started.asc`; null for newest first. */
      sort: string | null;
      /** Columns, as the page's address has them; null for the usual ones. */
      columns: string | null;
      /** The grouping of the rows: name, model, user, session, error, or an attribute as `attr:resource.service.version`; null for rows. */
      group: string | null;
      /** Who sees it: everyone in the project, or only the user who saved it. Private views need authentication, and a key or session of a user. */
      visibility: "project" | "private";
      /** When it was saved last. */
      updated_at: string;
    };
    WaitingAnnotation: {
      /** Names it for `DELETE /v1/waiting_annotations/{id}`. */
      id: string;
      /** The kind of target. */
      target: "span" | "trace" | "session" | "document";
      /** Id of the span (also of a document), trace or session, as its sender gave it. */
      target_id: string;
      /** Position of the document; null for other targets. */
      document_position: number | null;
      /** Name of the annotations. */
      name: string;
      /** As it was sent. */
      identifier: string;
      /** Who annotates. */
      annotator_kind: "LLM" | "CODE" | "HUMAN";
      result: components['schemas']["AnnotationResult"];
      /** When it came. */
      received_at: string;
      /** When it expires, with a line in the log and a count. */
      expires_at: string;
    };
  };
}
