// The namespace `api` of the modules of the kit: what the engine, its generators and the schemas offer to clauses
export * from "../../engine/clauses/clause.ts";
export * from "../../engine/clauses/declare.ts";
export * from "../../engine/clauses/pagination.ts";
export * from "../../engine/clauses/prerequisites.ts";
export * from "../../engine/clauses/read-request.ts";
export * from "../../engine/clauses/size.ts";
export * from "../../engine/message/classify.ts";
export type { ClauseAspect, ClauseId } from "../../engine/model/clause-results.ts";
export * from "../../engine/model/compare.ts";
export * from "../../engine/model/exchange.ts";
export * from "../../engine/model/model.ts";
export * from "../../engine/model/settings.ts";
export * from "../../engine/schema/agreement.ts";
export * from "../../engine/schema/check-fields.ts";
export * from "../../engine/schema/fields.ts";
export * from "../../generators/cases.ts";
export * from "../../schemas/operations.ts";
