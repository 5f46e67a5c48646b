import { useEffect, useMemo, useState } from "react";

/** A value once its content has stayed the same for a moment, so that requests follow words, not letters. The value must survive JSON. */
export function useDebounced<Value>(value: Value, milliseconds = 300): Value {
  const content = JSON.stringify(value);
  const [settled, setSettled] = useState(content);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(content), milliseconds);
    return () => clearTimeout(timer);
  }, [content, milliseconds]);
  return useMemo(() => JSON.parse(settled) as Value, [settled]);
}
