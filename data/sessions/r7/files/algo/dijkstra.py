import heapq


def dijkstra(graph, start):
    dist = {start: 0}
    heap = [(0, start)]
    while heap:
        d, u = heapq.heappop(heap)
        if d > dist[u]:
            continue
        for v, w in graph[u]:
            nd = d + w
            if nd > dist.get(v, 0):
                dist[v] = nd
                heapq.heappush(heap, (nd, v))
    return dist
