// Generated from crds/ by tools/generate-api.ts (npm run generate). Do not edit.
import type { IObjectMeta } from "@kubernetes-models/apimachinery/apis/meta/v1/ObjectMeta";
import { Model, type ModelData, setValidateFunc, createTypeMetaGuard } from "@kubernetes-models/base";
import type { ValidateFunc } from "@kubernetes-models/validate";
import { validate } from "../../_schemas/MetacontrollerK8sIoV1alpha1CompositeController.js";

/**
 * CompositeController makes children of a parent object as a webhook says.
 */
export interface ICompositeController {
  /**
   * Version of this schema, "metacontroller.k8s.io/v1alpha1".
   */
  "apiVersion": "metacontroller.k8s.io/v1alpha1";
  /**
   * Kind of this object, "CompositeController".
   */
  "kind": "CompositeController";
  "metadata": IObjectMeta;
  /**
   * Which objects are parents, which kinds are their children, and which hooks decide.
   */
  "spec": {
    /**
     * The resource whose objects are the parents.
     */
    "parentResource": {
      /**
       * Group and version of the resource. Example "example.com/v1".
       */
      "apiVersion": string;
      /**
       * Plural, lower-case name of the resource. Example "webapps".
       */
      "resource": string;
      /**
       * Label selector; all its terms must match. Absent selects everything.
       */
      "labelSelector"?: {
        /**
         * Labels and the values that they must have.
         */
        "matchLabels"?: {
          [key: string]: string;
        };
        /**
         * Requirements; all of them must hold.
         */
        "matchExpressions"?: Array<{
          /**
           * Label key. Example "app".
           */
          "key": string;
          /**
           * In, NotIn, Exists or DoesNotExist.
           */
          "operator": string;
          /**
           * Values for In and NotIn.
           */
          "values"?: Array<string>;
        }>;
      };
      /**
       * Whether changes that touch only the status of the object are ignored. Example true.
       */
      "ignoreStatusChanges"?: boolean;
      /**
       * What a revision of the parent holds; rolling methods only.
       */
      "revisionHistory"?: {
        /**
         * Dotted paths of the parent; ["spec"] when absent or empty.
         */
        "fieldPaths"?: Array<string>;
      };
    };
    /**
     * Kinds of objects that the hook may ask for.
     */
    "childResources"?: Array<{
      /**
       * Group and version of the resource. Example "apps/v1" or "v1".
       */
      "apiVersion": string;
      /**
       * Plural, lower-case name of the resource. Example "configmaps".
       */
      "resource": string;
      /**
       * What happens to a child that differs from what the hook wants; absent means OnDelete.
       */
      "updateStrategy"?: {
        /**
         * How a child is changed. Example "InPlace".
         */
        "method"?: "OnDelete" | "Recreate" | "InPlace" | "RollingRecreate" | "RollingInPlace";
        /**
         * What a child must show before the next one is updated; rolling methods only.
         */
        "statusChecks"?: {
          /**
           * Conditions of the child's status; all must match.
           */
          "conditions"?: Array<{
            /**
             * Type of the condition. Example "Ready".
             */
            "type": string;
            /**
             * Status that it must have. Example "True".
             */
            "status"?: string;
            /**
             * Reason that it must have.
             */
            "reason"?: string;
          }>;
        };
      };
    }>;
    /**
     * Seconds after which every parent is synced again without a change; never when absent. Example 300.
     */
    "resyncPeriodSeconds"?: number;
    /**
     * Whether children are found by a generated label controller-uid, in place of spec.selector of the parent.
     */
    "generateSelector"?: boolean;
    /**
     * The hooks. At least sync is needed for the controller to start.
     */
    "hooks"?: {
      /**
       * A hook that the engine calls.
       */
      "sync"?: {
        /**
         * Version of the request and response format. Example "v1".
         */
        "version"?: "v1" | "v2";
        /**
         * The HTTP call. Either url, or service and path.
         */
        "webhook"?: {
          /**
           * Full URL; wins over service and path. Example "http://webapp-hook.default:8080/sync".
           */
          "url"?: string;
          /**
           * Longest time for the whole call, a Go duration; 10s when absent. Example "10s".
           */
          "timeout"?: string;
          /**
           * Path that is appended to the address of the service. Example "/sync".
           */
          "path"?: string;
          /**
           * Service that answers.
           */
          "service"?: {
            /**
             * Name of the Service.
             */
            "name": string;
            /**
             * Namespace of the Service.
             */
            "namespace": string;
            /**
             * Port of the Service; 80 when absent. Example 8080.
             */
            "port"?: number;
            /**
             * http or https; http when absent.
             */
            "protocol"?: string;
          };
          /**
           * Cache of responses by ETag.
           */
          "etag"?: {
            /**
             * Whether If-None-Match is sent. Example true.
             */
            "enabled"?: boolean;
            /**
             * Seconds that a cached response may be used; for ever when absent. Example 300.
             */
            "cacheTimeoutSeconds"?: number;
            /**
             * Seconds between two clean-ups of the cache; never when absent. Example 60.
             */
            "cacheCleanupSeconds"?: number;
          };
          /**
           * Whether unknown fields of a response are ignored; loose for v1 and strict for v2 when absent.
           */
          "responseUnMarshallMode"?: "loose" | "strict";
          /**
           * CAs that are trusted instead of the system's, PEM. Exactly one of the three sources.
           */
          "caBundle"?: {
            /**
             * The PEM text itself.
             */
            "inline"?: string;
            /**
             * Object and key that hold the PEM text.
             */
            "secretRef"?: {
              /**
               * Name of the object.
               */
              "name": string;
              /**
               * Namespace of the object.
               */
              "namespace": string;
              /**
               * Key in its data. Example "ca.crt".
               */
              "key"?: string;
            };
            /**
             * Object and key that hold the PEM text.
             */
            "configMapRef"?: {
              /**
               * Name of the object.
               */
              "name": string;
              /**
               * Namespace of the object.
               */
              "namespace": string;
              /**
               * Key in its data. Example "ca.crt".
               */
              "key"?: string;
            };
          };
          /**
           * Client certificate that is shown to the webhook.
           */
          "clientTLS"?: {
            /**
             * Secret that holds the values.
             */
            "secretRef": {
              /**
               * Name of the Secret.
               */
              "name": string;
              /**
               * Namespace of the Secret.
               */
              "namespace": string;
            };
            /**
             * Key of the certificate. Example "tls.crt".
             */
            "certKey"?: string;
            /**
             * Key of the private key. Example "tls.key".
             */
            "privateKeyKey"?: string;
          };
          /**
           * Authorization header, "<type> <value of the Secret>".
           */
          "authorization"?: {
            /**
             * Scheme. Example "Bearer".
             */
            "type"?: string;
            /**
             * Secret and key that hold the credential.
             */
            "secretRef": {
              /**
               * Name of the Secret.
               */
              "name": string;
              /**
               * Namespace of the Secret.
               */
              "namespace": string;
              /**
               * Key in its data. Example "token".
               */
              "key": string;
            };
          };
          /**
           * User name and password for HTTP basic authentication.
           */
          "basicAuth"?: {
            /**
             * Secret that holds the values.
             */
            "secretRef": {
              /**
               * Name of the Secret.
               */
              "name": string;
              /**
               * Namespace of the Secret.
               */
              "namespace": string;
            };
            /**
             * Key of the user name. Example "username".
             */
            "usernameKey"?: string;
            /**
             * Key of the password. Example "password".
             */
            "passwordKey"?: string;
          };
        };
      };
      /**
       * A hook that the engine calls.
       */
      "finalize"?: {
        /**
         * Version of the request and response format. Example "v1".
         */
        "version"?: "v1" | "v2";
        /**
         * The HTTP call. Either url, or service and path.
         */
        "webhook"?: {
          /**
           * Full URL; wins over service and path. Example "http://webapp-hook.default:8080/sync".
           */
          "url"?: string;
          /**
           * Longest time for the whole call, a Go duration; 10s when absent. Example "10s".
           */
          "timeout"?: string;
          /**
           * Path that is appended to the address of the service. Example "/sync".
           */
          "path"?: string;
          /**
           * Service that answers.
           */
          "service"?: {
            /**
             * Name of the Service.
             */
            "name": string;
            /**
             * Namespace of the Service.
             */
            "namespace": string;
            /**
             * Port of the Service; 80 when absent. Example 8080.
             */
            "port"?: number;
            /**
             * http or https; http when absent.
             */
            "protocol"?: string;
          };
          /**
           * Cache of responses by ETag.
           */
          "etag"?: {
            /**
             * Whether If-None-Match is sent. Example true.
             */
            "enabled"?: boolean;
            /**
             * Seconds that a cached response may be used; for ever when absent. Example 300.
             */
            "cacheTimeoutSeconds"?: number;
            /**
             * Seconds between two clean-ups of the cache; never when absent. Example 60.
             */
            "cacheCleanupSeconds"?: number;
          };
          /**
           * Whether unknown fields of a response are ignored; loose for v1 and strict for v2 when absent.
           */
          "responseUnMarshallMode"?: "loose" | "strict";
          /**
           * CAs that are trusted instead of the system's, PEM. Exactly one of the three sources.
           */
          "caBundle"?: {
            /**
             * The PEM text itself.
             */
            "inline"?: string;
            /**
             * Object and key that hold the PEM text.
             */
            "secretRef"?: {
              /**
               * Name of the object.
               */
              "name": string;
              /**
               * Namespace of the object.
               */
              "namespace": string;
              /**
               * Key in its data. Example "ca.crt".
               */
              "key"?: string;
            };
            /**
             * Object and key that hold the PEM text.
             */
            "configMapRef"?: {
              /**
               * Name of the object.
               */
              "name": string;
              /**
               * Namespace of the object.
               */
              "namespace": string;
              /**
               * Key in its data. Example "ca.crt".
               */
              "key"?: string;
            };
          };
          /**
           * Client certificate that is shown to the webhook.
           */
          "clientTLS"?: {
            /**
             * Secret that holds the values.
             */
            "secretRef": {
              /**
               * Name of the Secret.
               */
              "name": string;
              /**
               * Namespace of the Secret.
               */
              "namespace": string;
            };
            /**
             * Key of the certificate. Example "tls.crt".
             */
            "certKey"?: string;
            /**
             * Key of the private key. Example "tls.key".
             */
            "privateKeyKey"?: string;
          };
          /**
           * Authorization header, "<type> <value of the Secret>".
           */
          "authorization"?: {
            /**
             * Scheme. Example "Bearer".
             */
            "type"?: string;
            /**
             * Secret and key that hold the credential.
             */
            "secretRef": {
              /**
               * Name of the Secret.
               */
              "name": string;
              /**
               * Namespace of the Secret.
               */
              "namespace": string;
              /**
               * Key in its data. Example "token".
               */
              "key": string;
            };
          };
          /**
           * User name and password for HTTP basic authentication.
           */
          "basicAuth"?: {
            /**
             * Secret that holds the values.
             */
            "secretRef": {
              /**
               * Name of the Secret.
               */
              "name": string;
              /**
               * Namespace of the Secret.
               */
              "namespace": string;
            };
            /**
             * Key of the user name. Example "username".
             */
            "usernameKey"?: string;
            /**
             * Key of the password. Example "password".
             */
            "passwordKey"?: string;
          };
        };
      };
      /**
       * A hook that the engine calls.
       */
      "customize"?: {
        /**
         * Version of the request and response format. Example "v1".
         */
        "version"?: "v1" | "v2";
        /**
         * The HTTP call. Either url, or service and path.
         */
        "webhook"?: {
          /**
           * Full URL; wins over service and path. Example "http://webapp-hook.default:8080/sync".
           */
          "url"?: string;
          /**
           * Longest time for the whole call, a Go duration; 10s when absent. Example "10s".
           */
          "timeout"?: string;
          /**
           * Path that is appended to the address of the service. Example "/sync".
           */
          "path"?: string;
          /**
           * Service that answers.
           */
          "service"?: {
            /**
             * Name of the Service.
             */
            "name": string;
            /**
             * Namespace of the Service.
             */
            "namespace": string;
            /**
             * Port of the Service; 80 when absent. Example 8080.
             */
            "port"?: number;
            /**
             * http or https; http when absent.
             */
            "protocol"?: string;
          };
          /**
           * Cache of responses by ETag.
           */
          "etag"?: {
            /**
             * Whether If-None-Match is sent. Example true.
             */
            "enabled"?: boolean;
            /**
             * Seconds that a cached response may be used; for ever when absent. Example 300.
             */
            "cacheTimeoutSeconds"?: number;
            /**
             * Seconds between two clean-ups of the cache; never when absent. Example 60.
             */
            "cacheCleanupSeconds"?: number;
          };
          /**
           * Whether unknown fields of a response are ignored; loose for v1 and strict for v2 when absent.
           */
          "responseUnMarshallMode"?: "loose" | "strict";
          /**
           * CAs that are trusted instead of the system's, PEM. Exactly one of the three sources.
           */
          "caBundle"?: {
            /**
             * The PEM text itself.
             */
            "inline"?: string;
            /**
             * Object and key that hold the PEM text.
             */
            "secretRef"?: {
              /**
               * Name of the object.
               */
              "name": string;
              /**
               * Namespace of the object.
               */
              "namespace": string;
              /**
               * Key in its data. Example "ca.crt".
               */
              "key"?: string;
            };
            /**
             * Object and key that hold the PEM text.
             */
            "configMapRef"?: {
              /**
               * Name of the object.
               */
              "name": string;
              /**
               * Namespace of the object.
               */
              "namespace": string;
              /**
               * Key in its data. Example "ca.crt".
               */
              "key"?: string;
            };
          };
          /**
           * Client certificate that is shown to the webhook.
           */
          "clientTLS"?: {
            /**
             * Secret that holds the values.
             */
            "secretRef": {
              /**
               * Name of the Secret.
               */
              "name": string;
              /**
               * Namespace of the Secret.
               */
              "namespace": string;
            };
            /**
             * Key of the certificate. Example "tls.crt".
             */
            "certKey"?: string;
            /**
             * Key of the private key. Example "tls.key".
             */
            "privateKeyKey"?: string;
          };
          /**
           * Authorization header, "<type> <value of the Secret>".
           */
          "authorization"?: {
            /**
             * Scheme. Example "Bearer".
             */
            "type"?: string;
            /**
             * Secret and key that hold the credential.
             */
            "secretRef": {
              /**
               * Name of the Secret.
               */
              "name": string;
              /**
               * Namespace of the Secret.
               */
              "namespace": string;
              /**
               * Key in its data. Example "token".
               */
              "key": string;
            };
          };
          /**
           * User name and password for HTTP basic authentication.
           */
          "basicAuth"?: {
            /**
             * Secret that holds the values.
             */
            "secretRef": {
              /**
               * Name of the Secret.
               */
              "name": string;
              /**
               * Namespace of the Secret.
               */
              "namespace": string;
            };
            /**
             * Key of the user name. Example "username".
             */
            "usernameKey"?: string;
            /**
             * Key of the password. Example "password".
             */
            "passwordKey"?: string;
          };
        };
      };
      /**
       * A hook that the engine calls.
       */
      "preUpdateChild"?: {
        /**
         * Version of the request and response format. Example "v1".
         */
        "version"?: "v1" | "v2";
        /**
         * The HTTP call. Either url, or service and path.
         */
        "webhook"?: {
          /**
           * Full URL; wins over service and path. Example "http://webapp-hook.default:8080/sync".
           */
          "url"?: string;
          /**
           * Longest time for the whole call, a Go duration; 10s when absent. Example "10s".
           */
          "timeout"?: string;
          /**
           * Path that is appended to the address of the service. Example "/sync".
           */
          "path"?: string;
          /**
           * Service that answers.
           */
          "service"?: {
            /**
             * Name of the Service.
             */
            "name": string;
            /**
             * Namespace of the Service.
             */
            "namespace": string;
            /**
             * Port of the Service; 80 when absent. Example 8080.
             */
            "port"?: number;
            /**
             * http or https; http when absent.
             */
            "protocol"?: string;
          };
          /**
           * Cache of responses by ETag.
           */
          "etag"?: {
            /**
             * Whether If-None-Match is sent. Example true.
             */
            "enabled"?: boolean;
            /**
             * Seconds that a cached response may be used; for ever when absent. Example 300.
             */
            "cacheTimeoutSeconds"?: number;
            /**
             * Seconds between two clean-ups of the cache; never when absent. Example 60.
             */
            "cacheCleanupSeconds"?: number;
          };
          /**
           * Whether unknown fields of a response are ignored; loose for v1 and strict for v2 when absent.
           */
          "responseUnMarshallMode"?: "loose" | "strict";
          /**
           * CAs that are trusted instead of the system's, PEM. Exactly one of the three sources.
           */
          "caBundle"?: {
            /**
             * The PEM text itself.
             */
            "inline"?: string;
            /**
             * Object and key that hold the PEM text.
             */
            "secretRef"?: {
              /**
               * Name of the object.
               */
              "name": string;
              /**
               * Namespace of the object.
               */
              "namespace": string;
              /**
               * Key in its data. Example "ca.crt".
               */
              "key"?: string;
            };
            /**
             * Object and key that hold the PEM text.
             */
            "configMapRef"?: {
              /**
               * Name of the object.
               */
              "name": string;
              /**
               * Namespace of the object.
               */
              "namespace": string;
              /**
               * Key in its data. Example "ca.crt".
               */
              "key"?: string;
            };
          };
          /**
           * Client certificate that is shown to the webhook.
           */
          "clientTLS"?: {
            /**
             * Secret that holds the values.
             */
            "secretRef": {
              /**
               * Name of the Secret.
               */
              "name": string;
              /**
               * Namespace of the Secret.
               */
              "namespace": string;
            };
            /**
             * Key of the certificate. Example "tls.crt".
             */
            "certKey"?: string;
            /**
             * Key of the private key. Example "tls.key".
             */
            "privateKeyKey"?: string;
          };
          /**
           * Authorization header, "<type> <value of the Secret>".
           */
          "authorization"?: {
            /**
             * Scheme. Example "Bearer".
             */
            "type"?: string;
            /**
             * Secret and key that hold the credential.
             */
            "secretRef": {
              /**
               * Name of the Secret.
               */
              "name": string;
              /**
               * Namespace of the Secret.
               */
              "namespace": string;
              /**
               * Key in its data. Example "token".
               */
              "key": string;
            };
          };
          /**
           * User name and password for HTTP basic authentication.
           */
          "basicAuth"?: {
            /**
             * Secret that holds the values.
             */
            "secretRef": {
              /**
               * Name of the Secret.
               */
              "name": string;
              /**
               * Namespace of the Secret.
               */
              "namespace": string;
            };
            /**
             * Key of the user name. Example "username".
             */
            "usernameKey"?: string;
            /**
             * Key of the password. Example "password".
             */
            "passwordKey"?: string;
          };
        };
      };
      /**
       * A hook that the engine calls.
       */
      "postUpdateChild"?: {
        /**
         * Version of the request and response format. Example "v1".
         */
        "version"?: "v1" | "v2";
        /**
         * The HTTP call. Either url, or service and path.
         */
        "webhook"?: {
          /**
           * Full URL; wins over service and path. Example "http://webapp-hook.default:8080/sync".
           */
          "url"?: string;
          /**
           * Longest time for the whole call, a Go duration; 10s when absent. Example "10s".
           */
          "timeout"?: string;
          /**
           * Path that is appended to the address of the service. Example "/sync".
           */
          "path"?: string;
          /**
           * Service that answers.
           */
          "service"?: {
            /**
             * Name of the Service.
             */
            "name": string;
            /**
             * Namespace of the Service.
             */
            "namespace": string;
            /**
             * Port of the Service; 80 when absent. Example 8080.
             */
            "port"?: number;
            /**
             * http or https; http when absent.
             */
            "protocol"?: string;
          };
          /**
           * Cache of responses by ETag.
           */
          "etag"?: {
            /**
             * Whether If-None-Match is sent. Example true.
             */
            "enabled"?: boolean;
            /**
             * Seconds that a cached response may be used; for ever when absent. Example 300.
             */
            "cacheTimeoutSeconds"?: number;
            /**
             * Seconds between two clean-ups of the cache; never when absent. Example 60.
             */
            "cacheCleanupSeconds"?: number;
          };
          /**
           * Whether unknown fields of a response are ignored; loose for v1 and strict for v2 when absent.
           */
          "responseUnMarshallMode"?: "loose" | "strict";
          /**
           * CAs that are trusted instead of the system's, PEM. Exactly one of the three sources.
           */
          "caBundle"?: {
            /**
             * The PEM text itself.
             */
            "inline"?: string;
            /**
             * Object and key that hold the PEM text.
             */
            "secretRef"?: {
              /**
               * Name of the object.
               */
              "name": string;
              /**
               * Namespace of the object.
               */
              "namespace": string;
              /**
               * Key in its data. Example "ca.crt".
               */
              "key"?: string;
            };
            /**
             * Object and key that hold the PEM text.
             */
            "configMapRef"?: {
              /**
               * Name of the object.
               */
              "name": string;
              /**
               * Namespace of the object.
               */
              "namespace": string;
              /**
               * Key in its data. Example "ca.crt".
               */
              "key"?: string;
            };
          };
          /**
           * Client certificate that is shown to the webhook.
           */
          "clientTLS"?: {
            /**
             * Secret that holds the values.
             */
            "secretRef": {
              /**
               * Name of the Secret.
               */
              "name": string;
              /**
               * Namespace of the Secret.
               */
              "namespace": string;
            };
            /**
             * Key of the certificate. Example "tls.crt".
             */
            "certKey"?: string;
            /**
             * Key of the private key. Example "tls.key".
             */
            "privateKeyKey"?: string;
          };
          /**
           * Authorization header, "<type> <value of the Secret>".
           */
          "authorization"?: {
            /**
             * Scheme. Example "Bearer".
             */
            "type"?: string;
            /**
             * Secret and key that hold the credential.
             */
            "secretRef": {
              /**
               * Name of the Secret.
               */
              "name": string;
              /**
               * Namespace of the Secret.
               */
              "namespace": string;
              /**
               * Key in its data. Example "token".
               */
              "key": string;
            };
          };
          /**
           * User name and password for HTTP basic authentication.
           */
          "basicAuth"?: {
            /**
             * Secret that holds the values.
             */
            "secretRef": {
              /**
               * Name of the Secret.
               */
              "name": string;
              /**
               * Namespace of the Secret.
               */
              "namespace": string;
            };
            /**
             * Key of the user name. Example "username".
             */
            "usernameKey"?: string;
            /**
             * Key of the password. Example "password".
             */
            "passwordKey"?: string;
          };
        };
      };
    };
    /**
     * Settings of TLS and credentials by the host of the webhook, for hooks that have none of their own.
     */
    "endpointConfigs"?: Array<{
      /**
       * Host, with or without port. Example "webapp-hook.default:8443".
       */
      "host": string;
      /**
       * CAs that are trusted instead of the system's, PEM. Exactly one of the three sources.
       */
      "caBundle"?: {
        /**
         * The PEM text itself.
         */
        "inline"?: string;
        /**
         * Object and key that hold the PEM text.
         */
        "secretRef"?: {
          /**
           * Name of the object.
           */
          "name": string;
          /**
           * Namespace of the object.
           */
          "namespace": string;
          /**
           * Key in its data. Example "ca.crt".
           */
          "key"?: string;
        };
        /**
         * Object and key that hold the PEM text.
         */
        "configMapRef"?: {
          /**
           * Name of the object.
           */
          "name": string;
          /**
           * Namespace of the object.
           */
          "namespace": string;
          /**
           * Key in its data. Example "ca.crt".
           */
          "key"?: string;
        };
      };
      /**
       * Client certificate that is shown to the webhook.
       */
      "clientTLS"?: {
        /**
         * Secret that holds the values.
         */
        "secretRef": {
          /**
           * Name of the Secret.
           */
          "name": string;
          /**
           * Namespace of the Secret.
           */
          "namespace": string;
        };
        /**
         * Key of the certificate. Example "tls.crt".
         */
        "certKey"?: string;
        /**
         * Key of the private key. Example "tls.key".
         */
        "privateKeyKey"?: string;
      };
      /**
       * Authorization header, "<type> <value of the Secret>".
       */
      "authorization"?: {
        /**
         * Scheme. Example "Bearer".
         */
        "type"?: string;
        /**
         * Secret and key that hold the credential.
         */
        "secretRef": {
          /**
           * Name of the Secret.
           */
          "name": string;
          /**
           * Namespace of the Secret.
           */
          "namespace": string;
          /**
           * Key in its data. Example "token".
           */
          "key": string;
        };
      };
      /**
       * User name and password for HTTP basic authentication.
       */
      "basicAuth"?: {
        /**
         * Secret that holds the values.
         */
        "secretRef": {
          /**
           * Name of the Secret.
           */
          "name": string;
          /**
           * Namespace of the Secret.
           */
          "namespace": string;
        };
        /**
         * Key of the user name. Example "username".
         */
        "usernameKey"?: string;
        /**
         * Key of the password. Example "password".
         */
        "passwordKey"?: string;
      };
    }>;
  };
  /**
   * Not used.
   */
  "status"?: {
  };
}

/**
 * CompositeController makes children of a parent object as a webhook says.
 */
export class CompositeController extends Model<ICompositeController> implements ICompositeController {
  declare "apiVersion": ICompositeController["apiVersion"];
  declare "kind": ICompositeController["kind"];
  declare "metadata": ICompositeController["metadata"];
  declare "spec": ICompositeController["spec"];
  declare "status"?: Exclude<ICompositeController["status"], undefined>;

static apiVersion: ICompositeController["apiVersion"] = "metacontroller.k8s.io/v1alpha1";
static kind: ICompositeController["kind"] = "CompositeController";
static is: (value: unknown) => value is ICompositeController = createTypeMetaGuard<ICompositeController>(CompositeController);

constructor(data?: ModelData<ICompositeController>) {
  super();

  this.setDefinedProps({
    apiVersion: CompositeController.apiVersion,
    kind: CompositeController.kind,
    ...data
  } as ICompositeController);
}
}


setValidateFunc(CompositeController, validate as ValidateFunc<ICompositeController>);
