import type { FeeSchedule } from "../dataset.ts";

function schedule(timestamp: string, call: bigint, create: bigint, ethereum: bigint): FeeSchedule {
  const fees = [
    { gas: create, transaction_type: "ContractCreate" },
    { gas: ethereum, transaction_type: "EthereumTransaction" },
    { gas: call, transaction_type: "ContractCall" },
  ];
  return { timestamp, fees };
}

/** The fee schedules over time, oldest first. */
export function feeSchedules(): readonly FeeSchedule[] {
  return [
    schedule("1690000000.000000001", 71n, 912n, 44n),
    schedule("1695000000.250000000", 85n, 853n, 66n),
    schedule("1700180000.999999999", 92n, 1043n, 58n),
  ];
}
